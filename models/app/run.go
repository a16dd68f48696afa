package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// ran is what `gdp run` prints.
type ran struct {
	Method   string  `json:"method"`
	Mode     string  `json:"mode"`
	Graph    string  `json:"graph"`
	Relation string  `json:"relation"` // "none" where nothing is protected
	Epsilon  float64 `json:"epsilon"`  // what this call may spend, with delta
	Delta    float64 `json:"delta"`
	standing
	Claimed  epsilon        `json:"claimed"`
	Proved   epsilon        `json:"proved"`
	Reason   string         `json:"proved_reason,omitempty"`
	Asserted *epsilon       `json:"asserted,omitempty"`
	By       []string       `json:"asserted_by,omitempty"`
	Audits   string         `json:"audits,omitempty"` // what audits of the mode found, or why there are none
	Caution  string         `json:"caution,omitempty"`
	Clear    string         `json:"in_the_clear,omitempty"`
	Seeded   bool           `json:"seeded"`
	Journal  string         `json:"journal,omitempty"` // what it means that there is none
	Ledger   []gdp.Entry    `json:"ledger"`
	Parts    []gdp.Entry    `json:"parts,omitempty"` // what was spent of budgets that a division in the ledger paid for
	Output   map[string]any `json:"output"`
	File     string         `json:"file,omitempty"` // what --out wrote
	Config   any            `json:"config"`
	text     []string       // the output for people
}

// noRelation is the relation of a run that reads the plain data.
const noRelation = "none"

// runFlags are the flags of `gdp run`.
type runFlags struct {
	spending
	graph, mode, relation, out string
	seed                       uint64
	seeded                     bool
	evaluate, evaluateSaid     bool
	budgeted                   bool // a budget was given
	plan                       bool
	set                        []string
	reading                    reading
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
--nodes FILE with one id per line. Under node-unbounded, --nodes declares the possible ids. "--nodes occurring"
takes the ids that occur; then nothing is proved. --classes A,B declares classes where labels are private.

Output. --out FILE writes the release in the format of the extension; "-" is standard output. A collection of
graphs is written to a folder or a .zip file.

Evaluation. --evaluate tests a classifier on the test nodes. It reads their true labels: the scores are not part of
the release, and no ε covers them. Data sets of the registry are public and evaluated by default; files are not.

Before you spend. A note is printed if the null control is better than the mode in stored runs at this ε; see
gdp advise. --plan spends nothing: it runs the mode on surrogate graphs generated from the public metadata, at
three mean degrees, and compares the expected utility with the null control.

--seed makes a run repeatable; the result is not a private release.`,
		Example: "  gdp run features --graph cora-ml --epsilon 8 --delta 1e-5 --mode strict\n  gdp run features --graph cora-ml --mode nonprivate --set Epochs=50 --json\n  gdp run privdpr --mode strict --graph friends.txt --nodes people.txt --epsilon 1",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.seeded = cmd.Flags().Changed("seed")
			f.evaluateSaid = cmd.Flags().Changed("evaluate")
			var err error
			if f.mode, err = a.modeOf(args[0], f.mode); err != nil {
				return err
			}
			f.budgeted = f.given("epsilon") || f.given("delta") || f.given("budget")
			return a.runMethod(cmd.Context(), args[0], f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.graph, "graph", "", "graph file, folder or data set name")
	modeFlag(c, &f.mode)
	flags.Float64Var(&f.epsilon, "epsilon", 0, "ε of this run (default: what --budget has left)")
	flags.Float64Var(&f.delta, "delta", 0, "δ of this run (default: in proportion to ε of --budget)")
	flags.StringVar(&f.relation, "relation", "", "neighbouring graphs: edge, node, node-unbounded, graph or graph-unbounded (default: the mode's)")
	flags.Uint64Var(&f.seed, "seed", 0, "make the run repeatable; the result is not a private release")
	flags.BoolVar(&f.evaluate, "evaluate", false, "test a classifier on true labels, which no ε covers (default for registry data sets)")
	flags.BoolVar(&f.plan, "plan", false, "spend nothing: show queries and expected utility on surrogate graphs")
	flags.StringArrayVar(&f.set, "set", nil, "NAME=VALUE: change a setting of the mode (repeatable)")
	flags.StringVar(&f.out, "out", "", "file for the release, folder for a collection, or - for standard output")
	reads.flag(c, "graph")
	f.spending.flags(c)
	writes.flag(c, "out")
	f.reading.flags(c)
	a.completeMethods(c)
	a.completeModes(c)
	register(c, "graph", func(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return graphs(1)(c, nil, begun)
	})
	return c
}

// modeFlag adds --mode.
func modeFlag(c *cobra.Command, mode *string) {
	c.Flags().StringVar(mode, "mode", "", "mode of the method (default: strict)")
}

// modeOf returns what --mode says, or the method's strict mode.
func (a *app) modeOf(name, mode string) (string, error) {
	m, err := method.Find(a.methods, name)
	if err != nil {
		return "", usageError{err}
	}
	if mode != "" {
		return mode, nil
	}
	for _, x := range m.Modes {
		if x.Role == method.Strict {
			return x.Name, nil
		}
	}
	return "", usageError{fmt.Errorf("%s has no strict mode; choose one by --mode: %s", name, strings.Join(m.ModeNames(), ", "))}
}

// methodLines lists the methods and their modes, for help texts.
func (a *app) methodLines() (lines []string) {
	for _, m := range a.methods {
		lines = append(lines, fmt.Sprintf("  %s: %s; modes: %s", m.Name, m.About, strings.Join(m.ModeNames(), ", ")))
	}
	return lines
}

// chosen is a mode of a method with its configuration, as the command line says.
type chosen struct {
	method   method.Method
	mode     method.Mode
	config   any
	relation gdp.Relation // 0 where nothing is protected
}

// choose finds a mode, and changes its settings.
func (a *app) choose(name, mode, relation string, set []string) (c chosen, err error) {
	if c.method, err = method.Find(a.methods, name); err != nil {
		return c, usageError{err}
	}
	if c.mode, err = c.method.Mode(mode); err != nil {
		return c, usageError{err}
	}
	if c.config, err = method.Set(c.mode.Config(), set...); err != nil {
		return c, usageError{fmt.Errorf("--set: %w", err)}
	}
	if missing := c.mode.Missing(c.config); missing != nil {
		return c, usageError{fmt.Errorf("mode %s of %s needs --set %s=…", mode, name, strings.Join(missing, "=… and --set "))}
	}
	if err := c.mode.Check(c.config); err != nil {
		return c, usageError{err}
	}
	if c.relation = c.mode.Relation; relation == "" {
		return c, nil
	}
	i, err := oneOf("relation", relation, relationNames())
	if err != nil {
		return c, err
	}
	c.relation = gdp.EdgeLevel + gdp.Relation(i)
	if !slices.Contains(c.mode.Relations(), c.relation) {
		var names []string
		for _, r := range c.mode.Relations() {
			names = append(names, r.String())
		}
		if names == nil {
			return c, usageError{fmt.Errorf("--relation %s: mode %s of %s is not private; leave it out", relation, mode, name)}
		}
		return c, usageError{fmt.Errorf("--relation %s: mode %s of %s runs under %s", relation, mode, name, strings.Join(names, " or "))}
	}
	return c, nil
}

// budgets reports why a budget would protect nothing.
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

// runMethod does one run and prints it.
func (a *app) runMethod(ctx context.Context, name string, f runFlags) error {
	c, err := a.choose(name, f.mode, f.relation, f.set)
	if err != nil {
		return err
	}
	if f.graph == "" {
		return usageError{errors.New("--graph is missing: give a file or a data set name")}
	}
	if f.budgeted {
		if err := c.budgets(); err != nil {
			return err
		}
	}
	var budget gdp.Budget
	if !c.mode.Plain {
		if budget, err = f.spending.check(); err != nil {
			return err
		}
	}
	if f.plan && (c.mode.Plain || f.out != "" || f.journal != "") {
		return usageError{errors.New("--plan needs a private mode and excludes --out and --journal")}
	}
	if f.evaluate && c.method.Releases != release.KindClassifier {
		return usageError{fmt.Errorf("--evaluate needs a classifier, and %s releases a %s; use gdp trial", name, c.method.Releases)}
	}
	out, err := a.outputTo(f.out, c.method.Releases, f.graph)
	if err != nil {
		return err
	}
	if f.out != "" && c.method.Releases == release.KindClassifier && !c.mode.Plain && c.relation != gdp.EdgeLevel && !strings.HasSuffix(file.WithoutGzip(strings.ToLower(out.name())), ".json") {
		return usageError{fmt.Errorf("--out %s: under the relation %v %w", f.out, c.relation, release.ErrNoTable)}
	}
	f.reading.holds = func(nodes, edges int) int64 { return method.Holds(c.config, nodes, edges) }
	f.reading.instead = fmt.Sprintf("use a mode or settings that need less memory: gdp methods %s", name)
	var d private
	if c.mode.Plain {
		d.Dataset, err = a.read(f.graph, f.reading)
	} else {
		d, err = a.readPrivate(f.graph, f.reading, c.relation)
	}
	if err != nil {
		return err
	}
	if !f.evaluateSaid {
		f.evaluate = d.Entry.Name != ""
	}
	if f.evaluate && f.evaluateSaid && d.Network.Labels == nil {
		return fmt.Errorf("--evaluate: %s has no labels", f.graph)
	}
	if !c.relation.OfGraphs() {
		if c.method.Releases != release.KindGraphs { // which is made of one graph, or of many
			if err := single(d.Dataset, f.graph, "mode "+f.mode+" of "+name); err != nil {
				return err
			}
		}
	} else if d.Collection == nil {
		return fmt.Errorf("%s is a single graph; under the relation %v, mode %s of %s needs a collection", f.graph, c.relation, f.mode, name)
	}
	if c.mode.Caution != "" {
		a.note("caution: %s", c.mode.Caution)
	}
	if f.plan {
		p, err := a.plan(ctx, c, f, d)
		if err != nil {
			return err
		}
		return a.print(p, p.write)
	}
	a.warnBelow(c, f)
	var whole, s *gdp.Session
	if !c.mode.Plain {
		if whole, err = f.protect(d, c.relation, budget); err != nil {
			return err
		}
		if s, err = f.ofRun(whole, c); err != nil {
			return ofFlags(err)
		}
	}
	watch := a.watch("training", f.journal, s)
	a.meter.tell("running "+name, 0) // until it tells of steps
	before, _ := os.Stat(watch.Checkpoint)
	var o method.Outcome
	if c.mode.Plain {
		o, err = c.mode.RunPlainCollection(ctx, d.Graphs(), c.config, f.seed, watch)
	} else {
		o, err = c.mode.Run(ctx, s, c.config, watch)
	}
	if err != nil {
		switch {
		case !errors.Is(err, context.Canceled):
		case wasSaved(watch.Checkpoint, before):
			a.note("Interrupted. Give the same command again to continue.")
		case f.journal != "" && paid(s):
			a.note("Interrupted. What was paid for is stored in %s; give the same command again to continue.", f.journal)
		}
		return ofFlags(err)
	}
	o.Release = release.Named(o.Release, d.IDs)
	if classifier, ok := o.Release.(release.Classifier); ok {
		if len(d.Network.Classes) == classifier.Classes {
			classifier.Names = d.Network.Classes
		}
		switch {
		case s == nil:
			classifier.Public = &d.Network
		case c.relation == gdp.EdgeLevel:
			if classifier.Public, err = s.Public().Network(); err != nil {
				return err
			}
		}
		o.Release = classifier
	}
	r := &ran{
		Method: name, Mode: f.mode, Graph: f.graph, Relation: noRelation, Ledger: []gdp.Entry{},
		Config: c.config,
	}
	if r.File, err = out.write(o.Release); err != nil { // first of all: it was paid for
		return err
	}
	kept, err := audits.Of(c.method, f.mode)
	if s != nil {
		r.Audits = kept.Under(c.relation)
	}
	if err := errors.Join(err, r.protect(whole, s, f.journal), r.describe(o)); err != nil {
		return err
	}
	if f.evaluate {
		if err := r.evaluate(o, &d.Network); err != nil {
			return err
		}
	}
	return a.print(r, func(w io.Writer) error {
		if out.path == "-" {
			w = a.err
		}
		return r.write(w)
	})
}

// protect opens the session.
func (f runFlags) protect(d private, relation gdp.Relation, b gdp.Budget) (*gdp.Session, error) {
	net := d.Network // as it was read
	options, err := d.options(relation)
	if err != nil {
		return nil, err
	}
	if f.seeded {
		options = append(options, gdp.Seed(f.seed))
	}
	if f.journal != "" {
		options = append(options, gdp.Journal(f.journal))
	}
	if d.Collection != nil {
		return gdp.ProtectCollection(d.Collection, relation, b, options...)
	}
	return gdp.Protect(&net, relation, b, options...)
}

// wasSaved reports whether a checkpoint is another file than it was before.
func wasSaved(checkpoint string, before os.FileInfo) bool {
	now, err := os.Stat(checkpoint)
	return err == nil && (before == nil || !os.SameFile(now, before) || !now.ModTime().Equal(before.ModTime()))
}

// ofRun returns the session of a run's part of the budget.
func (f runFlags) ofRun(s *gdp.Session, c chosen) (*gdp.Session, error) {
	changes, err := c.changes()
	if err != nil {
		return nil, err
	}
	name := append([]string{"run", c.method.Name, c.mode.Name}, changes...)
	if f.seeded {
		name = append(name, fmt.Sprintf("seed %d", f.seed))
	}
	return f.part(s, false, name...)
}

// watch shows how far a run is, and keeps it beside the journal, if there is one: the run of each
// part in a file of its own.
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

// paid reports whether something was spent.
func paid(s *gdp.Session) bool {
	if s == nil {
		return false
	}
	l, err := s.Ledger()
	return err == nil && len(l.Entries) > 0
}

// protect fills in what protects the run.
func (r *ran) protect(whole, s *gdp.Session, journal string) error {
	if s == nil {
		r.Claimed, r.Proved = epsilon(math.Inf(1)), epsilon(math.Inf(1))
		r.Reason = "the mode is not private"
		return nil
	}
	g, err := s.Guarantee()
	if err != nil {
		return err
	}
	l, err := s.Ledger()
	if err != nil {
		return err
	}
	if err := r.stand(whole, s); err != nil {
		return err
	}
	r.Relation, r.Epsilon, r.Delta = s.Relation().String(), float64(s.Budget().Epsilon), float64(s.Budget().Delta)
	r.Claimed, r.Proved, r.Reason = epsilon(g.Claimed), epsilon(g.Proved), g.Reason
	if g.By != nil {
		asserted := epsilon(g.Asserted)
		r.Asserted, r.By = &asserted, g.By
	}
	r.Seeded, r.Caution = g.Seeded, g.Caution
	r.Ledger, r.Parts = append(r.Ledger, l.Entries...), l.Parts
	if journal == "" && !r.Seeded && len(r.Ledger) > 0 {
		r.Journal = "none; every run spends again, and the ε of all runs add up"
	}
	return nil
}

// notARelease goes with scores.
const notARelease = "computed from true labels of the test nodes; not part of the release, and no ε covers it"

// describe fills in what the run released.
func (r *ran) describe(o method.Outcome) error {
	summary := o.Release.Summary()
	r.Output, r.text = map[string]any{"kind": o.Release.Kind()}, []string{summary.String()}
	if o.Guarantee != nil {
		r.Clear = o.Guarantee.InTheClear
	}
	for _, part := range []any{o.Details, summary} {
		text, err := json.Marshal(part)
		if err != nil {
			return fmt.Errorf("%s: details of the run: %w", r.Method, err)
		}
		fields := map[string]any{}
		if string(text) == "null" {
			continue
		}
		if err := json.Unmarshal(text, &fields); err != nil {
			return fmt.Errorf("%s: details of the run: %w", r.Method, err)
		}
		maps.Copy(r.Output, fields)
	}
	if s, ok := o.Details.(fmt.Stringer); ok {
		r.text = append(r.text, s.String())
	}
	return nil
}

// evaluate tests a classifier on the nodes that it did not learn from, where they have labels.
func (r *ran) evaluate(o method.Outcome, net *graph.Network) error {
	if c, ok := o.Release.(release.Classifier); ok && net.Labels != nil && len(c.Split.Test) > 0 {
		score, err := trial.Classify(c, net)
		if err != nil {
			return err
		}
		r.Output["test"], r.Output["test_note"] = score, notARelease
		r.text = append(r.text, fmt.Sprintf("accuracy %.4f, macro-F1 %.4f on %d test nodes (majority class %.4f); from true labels, not part of the release",
			score.Accuracy, score.MacroF1, score.Nodes, score.Majority))
	}
	return nil
}

// write is the run for people.
func (r *ran) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "method\t%s, %s, on %s\n", r.Method, r.Mode, r.Graph)
	if r.Relation != noRelation {
		fmt.Fprintf(t, "relation\t%s\n", r.Relation)
	}
	fmt.Fprintf(t, "claimed ε\t%.4g\n", float64(r.Claimed))
	fmt.Fprintf(t, "proved ε\t%.4g\n", float64(r.Proved))
	if r.Reason != "" {
		fmt.Fprintf(t, "not proved\t%s\n", r.Reason)
	}
	if r.Audits != "" {
		fmt.Fprintf(t, "audits\t%s\n", r.Audits)
	}
	if r.Asserted != nil {
		fmt.Fprintf(t, "asserted ε\t%.4g, by %s\n", float64(*r.Asserted), strings.Join(r.By, ", "))
	}
	if r.Relation != noRelation {
		fmt.Fprintf(t, "at δ\t%g\n", r.Delta)
	}
	r.standing.write(t)
	if r.Clear != "" {
		fmt.Fprintf(t, "not covered\t%s\n", r.Clear)
	}
	if r.Caution != "" {
		fmt.Fprintf(t, "caution\t%s\n", r.Caution)
	}
	if r.Seeded {
		fmt.Fprintf(t, "seeded\trepeatable; not a private release\n")
	}
	if r.Journal != "" {
		fmt.Fprintf(t, "journal\t%s\n", r.Journal)
	}
	for _, e := range r.Ledger {
		fmt.Fprintf(t, "spent\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
	}
	for _, e := range r.Parts {
		fmt.Fprintf(t, "sub-spend\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
	}
	for i, line := range r.text {
		name := "output"
		if i > 0 {
			name = ""
		}
		fmt.Fprintf(t, "%s\t%s\n", name, line)
	}
	if r.File != "" {
		fmt.Fprintf(t, "written\t%s\n", r.File)
	}
	return t.Flush()
}
