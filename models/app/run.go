package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// ran is the output of `gdp run`.
type ran struct {
	Method   string  `json:"method"`
	Mode     string  `json:"mode"`
	Graph    string  `json:"graph"`
	Relation string  `json:"relation"` // "none" where nothing is protected
	Epsilon  float64 `json:"epsilon"`  // budget of this call, with delta
	Delta    float64 `json:"delta"`
	standing
	spent
	Audits string         `json:"audits,omitempty"` // audits of the mode, or why there are none
	Clear  string         `json:"in_the_clear,omitempty"`
	Output map[string]any `json:"output"`
	File   string         `json:"file,omitempty"` // file written by --out
	Config any            `json:"config"`
	text   []string       // as text
}

// noRelation is the relation of a run without privacy.
const noRelation = "none"

// runFlags are the flags of `gdp run`.
type runFlags struct {
	spending
	mode, relation, out string
	set                 []string
	evaluate, force     bool
}

func (a *app) run() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run METHOD --graph FILE|NAME --epsilon E --delta D",
		Short: "Run a method on a graph within a privacy budget",
		Long: `run runs one mode of a method and prints the release, the privacy spent, and the claimed and proved ε. The
methods are:

` + strings.Join(a.methodLines(), "\n") + `

Modes. The default, "strict", has a proved ε. "published" follows the paper and reports its claimed ε.
"nonprivate" and "null" are the upper and lower reference; a non-private mode takes no budget. gdp methods METHOD
lists the settings that --set changes.

Journal. With --journal FILE the privacy spent and the release are stored in FILE. --budget E,D is the budget of
all runs and questions of the journal; --epsilon and --delta are the part that this run may spend. The same
command returns the stored release at no cost; --draw 2 pays for a new one. gdp account --journal FILE shows
what was spent and what is left.

Interruption. The same command continues an interrupted run. Training is saved every half minute, and when
interrupted, in a file beside FILE that ends in .checkpoint. Both files are as private as the data.

Public metadata. Nodes and classes must be declared, because deriving them from private edges would leak. An edge
list declares its nodes by a line "# nodes N" at its top. Otherwise give --nodes N for the ids 0 … N-1, or
--nodes FILE with one id per line, or --features TABLE. Under node-unbounded, --nodes declares the possible ids.
"--nodes occurring" takes the ids that occur; then nothing is proved. --classes A,B declares the classes if labels
are private.

Output. --out FILE writes the release in the format of the extension; "-" is standard output. A collection of
graphs is written to a folder or a .zip file. Before anything is spent, the run checks that FILE can be written and
can hold the ids. An existing file is replaced only with --force.

Features. --features people.csv --id name --label club reads the nodes with their features and labels from a table.
--use NAME takes a column of numbers as a feature, --use NAME=A,B a column of words. --missing declares how missing
values are written.

Evaluation. A classifier learns from all nodes, unless --evaluate tests it on nodes that are set aside. That reads
true labels: the scores are not part of the release, and no ε covers them. Data sets of the registry are public and
evaluated by default; files are not.

Before you spend. A warning is printed if the null control is better than the mode in stored runs at this ε, on the
data set or on similar graphs; see gdp advise. --plan spends nothing: it runs the mode on surrogate graphs
generated from the public metadata, at three mean degrees, and compares the expected utility with the null control.

--seed makes a run repeatable; the result is not a private release.`,
		Example: "  gdp run features --graph cora-ml --epsilon 8 --delta 1e-5 --mode strict\n  gdp run features --graph cora-ml --mode nonprivate --set Epochs=50 --json\n  gdp run privdpr --mode strict --graph friends.txt --nodes people.txt --epsilon 1\n  gdp run features --graph friends.csv --features people.csv --id name --label club --classes a,b --epsilon 4 --delta 1e-4",
		Args:    arguments(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.runMethod(cmd.Context(), args[0], f) },
	}
	flags := c.Flags()
	f.spending.flags(c)
	flags.Float64Var(&f.epsilon, "epsilon", 0, "ε of this run (default: what --budget has left)")
	flags.Float64Var(&f.delta, "delta", 0, "δ of this run (default: in proportion to ε of --budget)")
	flags.StringVar(&f.relation, "relation", "", "neighbouring graphs: edge, node, node-unbounded, graph or graph-unbounded (default: edge, or the mode's where it does not run under edge)")
	flags.BoolVar(&f.evaluate, "evaluate", false, "test a classifier on true labels, which no ε covers (default for registry data sets)")
	flags.StringVar(&f.out, "out", "", "file for the release, folder for a collection, or - for standard output")
	writes.flag(c, "out")
	forceFlag(c, &f.force)
	a.modeFlags(c, &f.mode, &f.set)
	return c
}

// methodLines lists the methods and their modes, for help texts.
func (a *app) methodLines() (lines []string) {
	return lists.Map(a.methods, func(m method.Method) string {
		return fmt.Sprintf("  %s: %s; modes: %s", m.Name, m.About, strings.Join(m.ModeNames(), ", "))
	})
}

// chosen is a mode of a method with its configuration, from the command line.
type chosen struct {
	method   method.Method
	mode     method.Mode
	set      []string // changed settings
	config   any
	relation gdp.Relation // 0 for a mode without privacy
}

// choose finds a mode, by default the strict one, and changes its settings.
func (a *app) choose(name, mode, relation string, set []string) (c chosen, err error) {
	c.set = set
	if c.method, c.mode, err = a.modeNamed(name, mode); err != nil {
		return c, err
	}
	mode = c.mode.Name
	if c.config, err = method.Set(c.mode.Config(), set...); err != nil {
		return c, usagef("--set: %w", err)
	}
	if missing := c.mode.Missing(c.config); missing != nil {
		return c, usagef("mode %s of %s needs --set %s=…", mode, name, strings.Join(missing, "=… and --set "))
	}
	if err := c.mode.Check(c.config); err != nil {
		return c, usageError{err}
	}
	if c.relation = c.mode.Relation; relation == "" {
		return c, nil
	}
	if c.relation, err = relationOf(relation); err != nil {
		return c, err
	}
	switch all := c.mode.Relations(); {
	case slices.Contains(all, c.relation):
		return c, nil
	case len(all) == 0:
		return c, usagef("--relation %s: mode %s of %s is not private; leave it out", relation, mode, name)
	default:
		return c, usagef("--relation %s: mode %s of %s runs under %s", relation, mode, name, strings.Join(namesOf(all), " or "))
	}
}

// budgets refuses a budget for a mode without privacy.
func (c chosen) budgets() error {
	if !c.mode.Plain {
		return nil
	}
	var private []string
	for _, m := range c.method.Modes {
		if !m.Plain {
			private = append(private, m.Name)
		}
	}
	text := fmt.Sprintf("mode %s of %s is not private and takes no budget; leave out --epsilon, --delta and --budget", c.mode.Name, c.method.Name)
	if private != nil {
		text += ", or choose a private mode: " + strings.Join(private, ", ")
	}
	return usageError{errors.New(text)}
}

// changes lists the settings that differ from the mode's.
func (c chosen) changes() (list []string, err error) {
	before, err := method.Settings(c.mode.Config())
	if err != nil {
		return nil, err
	}
	after, err := method.Settings(c.config)
	for i, x := range after {
		if x.String() != before[i].String() {
			list = append(list, x.String())
		}
	}
	return list, err
}

// learnFromAll lets a classifier that is not evaluated train on all labelled nodes, unless a
// setting selects the training nodes or the mode splits the nodes by its edges.
func (c *chosen) learnFromAll() error {
	settings, err := method.Settings(c.config)
	if err != nil || slices.ContainsFunc(c.set, func(s string) bool { return strings.HasPrefix(strings.ToLower(s), "split.") }) {
		return err
	}
	divides := slices.ContainsFunc(settings, func(s method.Setting) bool { return s.String() == "Split.Kind=Random" })
	if divides {
		c.config, err = method.Set(c.config, "Split.Share=1")
	}
	return err
}

// runMethod makes one run and prints it.
func (a *app) runMethod(ctx context.Context, name string, f runFlags) error {
	c, err := a.choose(name, f.mode, f.relation, f.set)
	if err != nil {
		return err
	}
	name = c.method.Name
	if f.relation == "" && slices.Contains(c.mode.Relations(), gdp.EdgeLevel) {
		c.relation = gdp.EdgeLevel
	}
	budget, out, err := f.check(a, c)
	if err != nil {
		return err
	}
	d, err := f.open(a, c)
	if err != nil {
		return err
	}
	f.evaluate = f.evaluate || !f.given("evaluate") && d.Entry.Name != ""
	if !f.evaluate {
		if err := c.learnFromAll(); err != nil {
			return err
		}
	}
	if d.Collection == nil {
		if err := out.holds(d.Network.Graph.N(), d.IDs); err != nil {
			return err
		}
	}
	if c.mode.Caution != "" {
		a.note("caution: %s", c.mode.Caution)
	}
	if f.plan {
		return a.plan(ctx, c, f, d, budget)
	}
	var whole, s *gdp.Session
	if !c.mode.Plain {
		changes, err := c.changes()
		if err != nil {
			return err
		}
		if whole, s, err = f.sessions(d, budget, false, append([]string{"run", name, c.mode.Name}, changes...)...); err != nil {
			return err
		}
		a.warnBelow(c, d, s)
	}
	o, err := f.release(ctx, a, c, d, s)
	if err != nil {
		return err
	}
	r := &ran{Method: name, Mode: c.mode.Name, Graph: f.graph, Relation: noRelation, Config: c.config}
	if r.File, err = out.keep(o.Release); err != nil { // first of all, since it was paid for
		return err
	}
	if err := errors.Join(r.protect(c, whole, s), r.describe(o)); err != nil {
		return err
	}
	if f.evaluate {
		if err := r.evaluate(o, &d.Network); err != nil {
			return err
		}
	}
	if out.path == "-" {
		return people(a.err, r.write)
	}
	return a.print(r, r.write)
}

// check refuses contradictory flags, and flags that the mode does not have, before anything is
// read.
func (f *runFlags) check(a *app, c chosen) (budget gdp.Budget, out destination, err error) {
	if f.graph == "" {
		return budget, out, usageError{errors.New("--graph is missing: give a file or a data set name")}
	}
	if f.given("epsilon") || f.given("delta") || f.given("budget") {
		if err := c.budgets(); err != nil {
			return budget, out, err
		}
	}
	if !c.mode.Plain {
		if budget, err = f.spending.check(); err != nil {
			return budget, out, err
		}
	}
	classifier := c.method.Releases == release.KindClassifier
	switch {
	case f.plan && (c.mode.Plain || f.out != "" || f.journal != ""):
		return budget, out, usageError{errors.New("--plan needs a private mode and excludes --out and --journal")}
	case f.plan && c.relation.OfGraphs():
		return budget, out, usagef("--plan: under the relation %v graph sizes are private, so no surrogate graph can be generated", c.relation)
	case f.evaluate && !classifier:
		return budget, out, usagef("--evaluate needs a classifier, and %s releases a %s; use gdp trial", c.method.Name, c.method.Releases)
	case f.evaluate && slices.ContainsFunc(c.set, func(s string) bool { return strings.EqualFold(s, "Split.Share=1") }):
		return budget, out, usageError{errors.New("--evaluate needs nodes to test on; leave out --set Split.Share=1")}
	}
	if out, err = a.outputTo(f.out, "--out", c.method.Releases, f.graph, "--graph", f.force); err != nil {
		return budget, out, err
	}
	if f.out != "" && classifier && !c.mode.Plain && c.relation != gdp.EdgeLevel && !strings.HasSuffix(file.WithoutGzip(strings.ToLower(out.name())), ".json") {
		return budget, out, usagef("--out %s: under the relation %v %w", f.out, c.relation, release.ErrNoTable)
	}
	return budget, out, nil
}

// open reads the graph, and refuses a graph that the mode cannot run on.
func (f *runFlags) open(a *app, c chosen) (d private, err error) {
	if err := a.fits(f.graph, c.method.Name, c.config); err != nil {
		return d, err
	}
	if c.mode.Plain {
		d.Dataset, err = a.read(f.graph, f.reading)
	} else {
		d, err = a.openPrivate(f.graph, f.reading, c.relation)
	}
	switch {
	case err != nil:
		return d, err
	case f.evaluate && d.Network.Labels == nil:
		return d, fmt.Errorf("--evaluate: %s has no labels", f.graph)
	case c.relation.OfGraphs() && d.Collection == nil:
		return d, fmt.Errorf("%s is a single graph; under the relation %v, mode %s of %s needs a collection", f.graph, c.relation, c.mode.Name, c.method.Name)
	case c.relation.OfGraphs() || c.method.Releases == release.KindGraphs: // which has one graph, or many
		return d, nil
	}
	return d, single(d.Dataset, f.graph, "mode "+c.mode.Name+" of "+c.method.Name)
}

// release runs the mode, in the session if it is private. Nodes and classes of the release have the
// graph's names.
func (f *runFlags) release(ctx context.Context, a *app, c chosen, d private, s *gdp.Session) (o method.Outcome, err error) {
	watch := a.watch("training", f.journal, s)
	a.meter.tell("running "+c.method.Name, 0) // until it reports steps
	before, _ := os.Stat(watch.Checkpoint)
	if s == nil {
		o, err = c.mode.RunPlainCollection(ctx, d.Graphs(), c.config, f.seed, watch)
	} else {
		o, err = c.mode.Run(ctx, s, c.config, watch)
	}
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled) && wasSaved(watch.Checkpoint, before):
		a.note("Interrupted. Give the same command again to continue.")
	case errors.Is(err, context.Canceled) && f.journal != "" && paid(s):
		a.note("Interrupted. What was paid for is stored in %s; give the same command again to continue.", f.journal)
	}
	if err != nil {
		return o, ofFlags(err)
	}
	o.Release = release.Named(o.Written(), d.IDs)
	classifier, ok := o.Release.(release.Classifier)
	if !ok {
		return o, nil
	}
	if len(d.Network.Classes) == classifier.Classes {
		classifier.Names = d.Network.Classes
	}
	switch {
	case s == nil:
		classifier.Public = &d.Network
	case c.relation == gdp.EdgeLevel:
		classifier.Public, err = s.Public().Network()
	}
	o.Release = classifier
	return o, err
}

// watch shows the progress of a run and stores its checkpoints beside the journal, if it has one,
// in a separate file for each part.
func (a *app) watch(steps, journal string, s *gdp.Session) *method.Watch {
	w := &method.Watch{Progress: a.meter.steps(steps), Drawing: a.meter.tell}
	switch {
	case journal != "" && s != nil:
		w.Checkpoint = fmt.Sprintf("%s.%.12s.checkpoint", journal, s.ID())
	case journal != "":
		w.Checkpoint = journal + ".checkpoint"
	}
	return w
}

// wasSaved reports whether the checkpoint was replaced.
func wasSaved(checkpoint string, before os.FileInfo) bool {
	now, err := os.Stat(checkpoint)
	return err == nil && (before == nil || !os.SameFile(now, before) || !now.ModTime().Equal(before.ModTime()))
}

// paid reports whether anything was spent.
func paid(s *gdp.Session) bool {
	if s == nil {
		return false
	}
	l, err := s.Ledger()
	return err == nil && len(l.Entries) > 0
}

// protect fills in the guarantee of the run.
func (r *ran) protect(c chosen, whole, s *gdp.Session) error {
	if s == nil {
		r.spent = spent{Claimed: epsilon(math.Inf(1)), Proved: epsilon(math.Inf(1)), Reason: "the mode is not private", Ledger: []gdp.Entry{}}
		return nil
	}
	kept, err := audits.Of(c.method, c.mode.Name)
	if err != nil {
		return err
	}
	r.Audits, r.Relation = kept.Under(c.relation), s.Relation().String()
	r.Epsilon, r.Delta = float64(s.Budget().Epsilon), float64(s.Budget().Delta)
	r.spent, r.standing, err = spendingOf(whole, s)
	return err
}

// describe fills in the release of the run.
func (r *ran) describe(o method.Outcome) error {
	summary := o.Release.Summary()
	r.Output, r.text = map[string]any{"kind": o.Release.Kind()}, []string{summary.String()}
	if o.Guarantee != nil {
		r.Clear = o.Guarantee.InTheClear
	}
	for _, part := range []any{o.Details, summary} {
		text, err := json.Marshal(part)
		fields := map[string]any{}
		if err == nil && string(text) != "null" {
			err = json.Unmarshal(text, &fields)
		}
		if err != nil {
			return fmt.Errorf("%s: details of the run: %w", r.Method, err)
		}
		maps.Copy(r.Output, fields)
	}
	if s, ok := o.Details.(fmt.Stringer); ok {
		r.text = append(r.text, s.String())
	}
	return nil
}

// notARelease is printed with scores.
const notARelease = "computed from true labels of the test nodes; not part of the release, and no ε covers it"

// evaluate tests a classifier on the labelled nodes that it was not trained on.
func (r *ran) evaluate(o method.Outcome, net *graph.Network) error {
	c, ok := o.Release.(release.Classifier)
	if !ok || net.Labels == nil || len(c.Split.Test) == 0 {
		return nil
	}
	score, err := trial.Classify(c, net)
	if err != nil {
		return err
	}
	r.Output["test"], r.Output["test_note"] = score, notARelease
	r.text = append(r.text, fmt.Sprintf("accuracy %.4f, macro-F1 %.4f on %d test nodes (majority class %.4f); from true labels, not part of the release",
		score.Accuracy, score.MacroF1, score.Nodes, score.Majority))
	return nil
}

// write prints the run as text.
func (r *ran) write(t rows) {
	t.row("method", "%s, %s, on %s, relation %s", r.Method, r.Mode, r.Graph, r.Relation)
	if r.Relation != noRelation {
		t.row("at δ", "%g", r.Delta)
	}
	r.spent.write(t)
	t.row("audits", "%s", r.Audits)
	t.row("not covered", "%s", r.Clear)
	r.standing.write(t)
	r.writeLedger(t)
	for i, line := range r.text {
		t.row([]string{"output", ""}[min(i, 1)], "%s", line)
	}
	t.row("written", "%s", r.File)
}
