package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/advise"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/spf13/cobra"
)

// adviseFlags are the flags of `gdp advise`.
type adviseFlags struct {
	task, relation, graph, nodes string
	epsilon                      float64
	features, labels, claimed    bool
}

func (a *app) advise() *cobra.Command {
	var f adviseFlags
	c := &cobra.Command{
		Use:   "advise --task TASK --epsilon E",
		Short: "Say which mode was best in kept trials, and the command that runs it",
		Long: `advise compares modes in the trials of the board that are part of this program, of one task, under one
relation, at the largest kept ε on each graph that is not above --epsilon. It says which mode was best where, how
sure that is, whether it beat its null control, and the command that runs it. Where no trial was kept, it says so.

It spends nothing, and reads no edge: of a data set it takes what the registry says, of an edge list the line
"# nodes N" at its top. Of other files say --nodes, --features and --labels. Trials on graphs like it count then: with features where it
has some, and within a factor of ten in nodes.

Only modes of which something is proved are compared, unless --claimed is given.`,
		Example: "  gdp advise --task synthesis --relation edge --epsilon 1\n  gdp advise --task classification --relation node --epsilon 4 --graph cora-ml\n  gdp advise --task link-prediction --epsilon 2 --nodes 5000 --json",
		Args:    arguments(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.giveAdvice(f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.task, "task", "", "what the release is for: synthesis, classification, embedding, link-prediction, statistics")
	flags.StringVar(&f.relation, "relation", gdp.EdgeLevel.String(), "which graphs are neighbours: edge, node, node-unbounded, graph, graph-unbounded")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "budget ε")
	flags.StringVar(&f.graph, "graph", "", "file or name of a data set; no edge of it is read")
	flags.StringVar(&f.nodes, "nodes", "", "how many nodes the graph has, `N`, where its file does not say so")
	flags.BoolVar(&f.features, "features", false, "nodes of the graph have features")
	flags.BoolVar(&f.labels, "labels", false, "nodes of the graph have labels")
	flags.BoolVar(&f.claimed, "claimed", false, "compare modes of which nothing is proved, too")
	looks.flag(c, "graph")
	complete(c, "relation", relationNames)
	complete(c, "task", taskNames)
	register(c, "nodes", cobra.NoFileCompletions) // a number
	register(c, "graph", func(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return graphs(1)(c, nil, begun)
	})
	return c
}

// taskNames lists the tasks of kept trials as --task takes them.
func taskNames() (names []string) {
	if t, err := advise.Kept(); err == nil {
		names = t.TaskNames()
	}
	return names
}

func (a *app) giveAdvice(f adviseFlags) error {
	t, err := advise.Kept()
	if err != nil {
		return err
	}
	q := advise.Question{Relation: f.relation, Epsilon: f.epsilon, Claimed: f.claimed, Graph: f.graph, Nodes: f.nodes}
	if f.task == "" {
		return usageError{fmt.Errorf("--task is missing: one of %s", strings.Join(t.TaskNames(), ", "))}
	}
	if q.Task, err = t.TaskNamed(f.task); err != nil {
		return usageError{fmt.Errorf("--task: %w", err)}
	}
	if _, err := oneOf("relation", f.relation, relationNames()); err != nil {
		return err
	}
	if !(f.epsilon > 0) || math.IsInf(f.epsilon, 0) {
		return usageError{fmt.Errorf("--epsilon %g: want a number above 0", f.epsilon)}
	}
	if q.Facts, err = f.facts(); err != nil {
		return err
	}
	advice, err := t.Advise(q)
	if err != nil {
		return err
	}
	return a.print(advice, func(w io.Writer) error { return writeAdvice(w, advice) })
}

// facts are what is declared of the graph, without a look at an edge; nil of none.
func (f adviseFlags) facts() (*advise.Facts, error) {
	facts := &advise.Facts{Features: f.features, Labels: f.labels}
	if f.nodes != "" {
		n, err := strconv.Atoi(f.nodes)
		if err != nil || n < 1 || n > mostNodes {
			return nil, usageError{fmt.Errorf("--nodes %s: want 1 … %d", f.nodes, mostNodes)}
		}
		facts.Nodes = n
	}
	if f.graph == "" {
		if *facts == (advise.Facts{}) {
			return nil, nil
		}
		return facts, nil
	}
	info, err := os.Stat(f.graph)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (strings.ContainsRune(f.graph, filepath.Separator) || filepath.Ext(f.graph) != ""):
		return nil, fmt.Errorf("no file %s", f.graph)
	case errors.Is(err, fs.ErrNotExist):
		e, err := data.Lookup(f.graph)
		if err != nil {
			return nil, usageError{err}
		}
		if f.nodes != "" || f.features || f.labels {
			return nil, usageError{fmt.Errorf("%s is a data set: --nodes, --features and --labels are for files", f.graph)}
		}
		known := advise.FactsOf(e.Nodes, e.Graphs, e.Attributes, e.Classes)
		return &known, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		facts.Graphs = 1 // or more: how many is not looked at
		return facts, nil
	case f.nodes != "":
		return facts, nil
	case !info.Mode().IsRegular():
		return nil, usageError{fmt.Errorf("%s is no plain file, and no line of it is read: say --nodes N", f.graph)}
	}
	facts.Nodes, err = declaredIn(f.graph)
	return facts, err
}

// declaredIn is how many nodes an edge list says there are, by the comments at its top.
func declaredIn(path string) (n int, err error) {
	in, err := file.Open(path)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	if file.Gzipped(path) {
		return 0, usageError{fmt.Errorf("%s is compressed, and its first lines cannot be read alone: say --nodes N", path)}
	}
	if n, err = graphio.ReadDeclared(in); errors.Is(err, graphio.ErrUndeclared) {
		return 0, usageError{fmt.Errorf("%s: %w, and nothing below them is read: say --nodes N, and --features and --labels where nodes have them", path, err)}
	}
	if err == nil && n < 1 {
		err = errors.New("it declares no node")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// writeAdvice is the advice for people.
func writeAdvice(w io.Writer, a *advise.Advice) error {
	fmt.Fprintf(w, "%s under %s, ε = %g: kept trials at the largest ε on each graph that is not above it. No edge was read, and nothing spent.\n", a.Task, a.Relation, a.Epsilon)
	if f := a.Facts; f != nil {
		fmt.Fprintf(w, "the graph: %s\n", f)
	}
	if a.Note != "" {
		fmt.Fprintf(w, "%s\n", a.Note)
	}
	for _, s := range a.Sections {
		fmt.Fprintf(w, "\n%s: %s\n", s.Title(), s.About)
		if s.Note != "" {
			fmt.Fprintf(w, "note: %s\n", s.Note)
		}
		if err := writeStandings(w, s); err != nil {
			return err
		}
	}
	return nil
}

func writeStandings(w io.Writer, s advise.Section) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  mode\tbest of compared\tclearly\tabove null\tclearly\t%s\tof null\tgraphs\tseeds\tε\tproved\n", s.Value)
	for _, m := range s.Modes {
		fmt.Fprintf(t, "  %s\t%d of %d\t%d\t%d of %d\t%d\t%s\t%s\t%d\t%s\t%s\t%s\n", m.Name(), m.Best, m.Compared, m.Clearly, m.Above, m.WithNull, m.ClearlyAbove,
			advise.Range(m.First), advise.Range(m.OfNull), m.Graphs, advise.Span(float64(m.Seeds[0]), float64(m.Seeds[1])), advise.Span(m.Epsilon[0], m.Epsilon[1]), yesNo(m.Proved))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, line := range s.Where() {
		fmt.Fprintf(w, "  %s\n", line)
	}
	for _, line := range s.Warnings() {
		fmt.Fprintf(w, "  %s\n", line)
	}
	_, err := fmt.Fprintf(w, "  run: %s\n", s.Modes[0].Command)
	return err
}

// warnBelow says before a run spends anything that kept trials of its mode were worse than those
// of its null control.
func (a *app) warnBelow(c chosen, f runFlags) {
	t, err := advise.Kept()
	if err != nil || c.mode.Plain || c.method.Releases == release.KindStatistics {
		return
	}
	of := trial.Trial{Method: c.method.Name, Mode: c.mode.Name, Variant: strings.Join(f.set, ",")}.Canonical(c.method)
	b, ok := t.Below(of, c.relation.String(), f.epsilon)
	if !ok {
		return
	}
	null := "--mode " + b.NullMode
	if !b.Own {
		null = "gdp run " + b.NullMethod + " " + null
	}
	a.note("warning: %v; --plan shows what to expect, and %s is the null", b, null)
}
