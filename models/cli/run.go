package cli

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
	"github.com/graphdp/graphdp/models/audits"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/spf13/cobra"
)

// ran is what `gdp run` prints.
type ran struct {
	Method   string         `json:"method"`
	Mode     string         `json:"mode"`
	Graph    string         `json:"graph"`
	Relation string         `json:"relation"` // "none" where nothing is protected
	Delta    float64        `json:"delta"`
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
	graph, mode, relation, journal, out string
	epsilon, delta                      float64
	seed                                uint64
	seeded                              bool
	evaluate, evaluateSaid              bool
	budgeted                            bool // a budget was given
	plan                                bool
	set                                 []string
	reading                             reading
}

func (a *app) run() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run METHOD --graph FILE|NAME --epsilon E --delta D",
		Short: "Run a method on a graph under a budget",
		Long: `run does one run of a method and shows what it released, what was spent on it and
what is proved of that. The methods are:

` + strings.Join(a.methodLines(), "\n") + `

The mode "strict", the default, does what can be proved; "published" does what the paper
says, and claims what it claims; "nonprivate" and "null" are the ends of the scale. A mode
that reads the data in the clear takes no budget. --set changes a setting of the mode; gdp methods METHOD lists them all.

With --journal FILE, what was spent and released is kept in FILE, and a run is paid
for once. A training is kept in FILE.checkpoint: when it is interrupted, or every half
a minute, in case it is killed. The same command then continues from there, and gives
what it would have given. A graph that was being drawn is drawn again, from what is in
FILE. Both files are as private as the data.

What is public has to be declared, not found in private edges. An edge list says which nodes
there are by a line "# nodes N" above its edges; else say --nodes N, for the ids 0 … N-1, or
--nodes FILE, with an id in each line. Under node-unbounded, --nodes are the ids that there can
be. "--nodes occurring" takes those that occur: no guarantee covers who they are, and nothing is
proved. --classes A,B does the same for classes, where labels are private.

--out writes the release in the format that the file's extension names; "-" is
standard output. A collection of graphs goes into a folder, or into a .zip file of one.

With --evaluate, a classifier is tested on the nodes that it did not learn from. That reads their
true labels: what it shows is not part of the release, and no ε covers it. A data set of the registry, which is
public, is evaluated unless --evaluate=false is given; a file is not, unless it is asked for.

Where kept trials of the mode at this ε were worse than those of its null control, a line says so before anything is
spent: see gdp advise. With --plan nothing is spent: graphs of three mean degrees are made up with all that is public of yours, and
it is shown what the mode would ask there, what comes out beside the null control, and in what the null control
is better. It takes as long as some runs do.

With --seed, a run can be repeated, and is not a private release.`,
		Example: "  gdp run features --graph cora-ml --epsilon 8 --delta 1e-5 --mode strict\n  gdp run features --graph cora-ml --mode nonprivate --set Epochs=50 --json\n  gdp run privdpr --mode strict --graph friends.txt --nodes people.txt --epsilon 1",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.seeded = cmd.Flags().Changed("seed")
			f.evaluateSaid = cmd.Flags().Changed("evaluate")
			var err error
			if f.mode, err = a.modeOf(args[0], f.mode); err != nil {
				return err
			}
			f.budgeted = cmd.Flags().Changed("epsilon") || cmd.Flags().Changed("delta")
			return a.runMethod(cmd.Context(), args[0], f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.graph, "graph", "", "file, folder or name of a data set")
	modeFlag(c, &f.mode)
	flags.Float64Var(&f.epsilon, "epsilon", 0, "budget ε")
	flags.Float64Var(&f.delta, "delta", 0, "budget δ")
	flags.StringVar(&f.relation, "relation", "", "which graphs are neighbours: edge, node, node-unbounded, graph, graph-unbounded; default the mode's")
	flags.Uint64Var(&f.seed, "seed", 0, "make the run repeatable: not a private release")
	flags.BoolVar(&f.evaluate, "evaluate", false, "test a classifier on true labels, which no ε covers (default for data sets of the registry)")
	flags.BoolVar(&f.plan, "plan", false, "spend nothing: show what would be asked, and what is expected, on graphs that are made up with all that is public")
	flags.StringVar(&f.journal, "journal", "", "file that keeps what was spent and released, and an interrupted training beside it")
	flags.StringArrayVar(&f.set, "set", nil, "NAME=VALUE: change a setting of the mode; may be given many times")
	flags.StringVar(&f.out, "out", "", "file for what the run releases, or folder for a collection of graphs, or - for standard output")
	reads.flag(c, "graph")
	keeps.flag(c, "journal")
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
	c.Flags().StringVar(mode, "mode", "", "one of the method's modes (default the strict one)")
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
	return "", usageError{fmt.Errorf("%s has no strict mode, which would protect by default; say which with --mode: %s", name, strings.Join(m.ModeNames(), ", "))}
}

// methodLines lists the methods and their modes, for help texts.
func (a *app) methodLines() (lines []string) {
	for _, m := range a.methods {
		lines = append(lines, fmt.Sprintf("  %s: %s; modes %s", m.Name, m.About, strings.Join(m.ModeNames(), ", ")))
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
			return c, usageError{fmt.Errorf("--relation %s: mode %s of %s protects nothing", relation, mode, name)}
		}
		return c, usageError{fmt.Errorf("--relation %s: mode %s of %s is for %s", relation, mode, name, strings.Join(names, " or "))}
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
	text := fmt.Sprintf("mode %s of %s reads the data in the clear, and keeps no budget: leave out --epsilon and --delta", c.mode.Name, c.method.Name)
	if private != nil {
		text += ", or take one of " + strings.Join(private, ", ")
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
		return usageError{errors.New("no graph: give --graph FILE|NAME")}
	}
	budget := gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	if f.budgeted {
		if err := c.budgets(); err != nil {
			return err
		}
	}
	if !c.mode.Plain {
		if f.epsilon == 0 {
			return usageError{errors.New("no budget: give --epsilon above 0, and --delta")}
		}
		if err := budget.Validate(); err != nil {
			return usageError{fmt.Errorf("--epsilon %g --delta %g: %w", f.epsilon, f.delta, err)}
		}
	}
	if f.plan && (c.mode.Plain || f.out != "" || f.journal != "") {
		return usageError{errors.New("--plan spends and releases nothing: it is for private modes, without --out and --journal")}
	}
	if f.evaluate && c.method.Releases != release.KindClassifier {
		return usageError{fmt.Errorf("--evaluate is for classifiers: %s releases a %s; see gdp trial", name, c.method.Releases)}
	}
	out, err := a.outputTo(f.out, c.method.Releases, f.graph)
	if err != nil {
		return err
	}
	if f.out != "" && c.method.Releases == release.KindClassifier && !c.mode.Plain && c.relation != gdp.EdgeLevel && !strings.HasSuffix(file.WithoutGzip(strings.ToLower(out.name())), ".json") {
		return usageError{fmt.Errorf("--out %s: under the relation %v %w", f.out, c.relation, release.ErrNoTable)}
	}
	f.reading.holds = func(nodes, edges int) int64 { return method.Holds(c.config, nodes, edges) }
	f.reading.instead = fmt.Sprintf("a mode or settings that hold less: see gdp methods %s", name)
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
	watch := a.watch("training", f.journal)
	if !c.relation.OfGraphs() {
		if c.method.Releases != release.KindGraphs { // which is made of one graph, or of many
			if err := single(d.Dataset, f.graph, "mode "+f.mode+" of "+name); err != nil {
				return err
			}
		}
	} else if d.Collection == nil {
		return fmt.Errorf("%s is one graph: under the relation %v, mode %s of %s takes a collection", f.graph, c.relation, f.mode, name)
	}
	if f.plan {
		p, err := a.plan(ctx, c, f, d)
		if err != nil {
			return err
		}
		return a.print(p, p.write)
	}
	a.warnBelow(c, f)
	var s *gdp.Session
	if !c.mode.Plain {
		if s, err = f.protect(d, c.relation, budget); err != nil {
			return err
		}
	}
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
			a.note("Interrupted: the same command continues from here.")
		case f.journal != "" && paid(s):
			a.note("Interrupted: what was paid for is in %s, and the same command continues from it.", f.journal)
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
		Method: name, Mode: f.mode, Graph: f.graph, Relation: noRelation, Delta: f.delta, Ledger: []gdp.Entry{},
		Config: c.config,
	}
	if r.File, err = out.write(o.Release); err != nil { // first of all: it was paid for
		return err
	}
	kept, err := audits.Of(c.method, f.mode)
	if s != nil {
		r.Audits = kept.Under(c.relation)
	}
	if err := errors.Join(err, r.protect(s, f.journal), r.describe(o)); err != nil {
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

// watch shows how far a run is, and keeps it beside the journal, if there is one.
func (a *app) watch(steps, journal string) *method.Watch {
	w := &method.Watch{Progress: a.meter.steps(steps), Drawing: a.meter.tell}
	if journal != "" {
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
func (r *ran) protect(s *gdp.Session, journal string) error {
	if s == nil {
		r.Claimed, r.Proved = epsilon(math.Inf(1)), epsilon(math.Inf(1))
		r.Reason = "the run reads the plain data"
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
	r.Relation = s.Relation().String()
	r.Claimed, r.Proved, r.Reason = epsilon(g.Claimed), epsilon(g.Proved), g.Reason
	if g.By != nil {
		asserted := epsilon(g.Asserted)
		r.Asserted, r.By = &asserted, g.By
	}
	r.Seeded, r.Caution = g.Seeded, g.Caution
	r.Ledger, r.Parts = append(r.Ledger, l.Entries...), l.Parts
	if journal == "" && !r.Seeded && len(r.Ledger) > 0 {
		r.Journal = "none: each run of this command spends anew, and ε of all runs add up"
	}
	return nil
}

// notARelease goes with scores.
const notARelease = "read off the true labels of the test nodes: not part of the release, and no ε covers it"

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
		r.text = append(r.text, fmt.Sprintf("accuracy %.4f, macro-F1 %.4f on %d test nodes (majority class %.4f); read off true labels, not a release",
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
	if r.Clear != "" {
		fmt.Fprintf(t, "in the clear\t%s\n", r.Clear)
	}
	if r.Caution != "" {
		fmt.Fprintf(t, "caution\t%s\n", r.Caution)
	}
	if r.Seeded {
		fmt.Fprintf(t, "seeded\trepeatable, and not a private release\n")
	}
	if r.Journal != "" {
		fmt.Fprintf(t, "journal\t%s\n", r.Journal)
	}
	for _, e := range r.Ledger {
		fmt.Fprintf(t, "spent\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
	}
	for _, e := range r.Parts {
		fmt.Fprintf(t, "in a part\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
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
