package app

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/advise"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/release"
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
		Short: "Recommend a mode for a task, and print the command that runs it",
		Long: `advise recommends the mode that did best in stored runs. The first line is the verdict, the second the
command to run. Cautions and a table of all compared modes follow.

It compares the stored runs of one task under one relation, on each graph at the largest stored ε up to
--epsilon. One comparison is one metric on one graph. "Clearly" means by more than two standard errors.

It spends nothing and reads no edge. For a data set it uses the registry; for an edge list, the line
"# nodes N" at its top; for other files, give --nodes, --features and --labels. With a graph it uses stored
runs on similar graphs only: the same kind of features, and at most a factor of ten in nodes.

Modes without a proved ε are compared only with --claimed.`,
		Example: "  gdp advise --task synthesis --relation edge --epsilon 1\n  gdp advise --task classification --relation node --epsilon 4 --graph cora-ml\n  gdp advise --task link-prediction --epsilon 2 --nodes 5000 --json",
		Args:    arguments(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.giveAdvice(f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.task, "task", "", "task: synthesis, classification, embedding, link-prediction or statistics")
	flags.StringVar(&f.relation, "relation", gdp.EdgeLevel.String(), "neighbouring graphs: edge, node, node-unbounded, graph or graph-unbounded")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "privacy budget ε")
	graphFlag(c, &f.graph, "graph file or data set name; no edge is read", looks)
	flags.StringVar(&f.nodes, "nodes", "", "number of nodes `N`, if the file does not declare it")
	flags.BoolVar(&f.features, "features", false, "the nodes have features")
	flags.BoolVar(&f.labels, "labels", false, "the nodes have labels")
	flags.BoolVar(&f.claimed, "claimed", false, "also compare modes without a proved ε")
	complete(c, "relation", relationNames)
	complete(c, "task", taskNames)
	register(c, "nodes", cobra.NoFileCompletions) // a number
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
	q := advise.Question{Relation: f.relation, Epsilon: f.epsilon, Claimed: f.claimed, Graph: f.graph, Nodes: f.nodes, Methods: a.methods}
	if f.task == "" {
		return usagef("--task is missing: choose one of %s", strings.Join(t.TaskNames(), ", "))
	}
	if q.Task, err = t.TaskNamed(f.task); err != nil {
		return usagef("--task: %w", err)
	}
	if _, err := oneOf("relation", f.relation, relationNames()); err != nil {
		return err
	}
	if f.epsilon == 0 {
		return usageError{errors.New("--epsilon is missing: give --epsilon above 0")}
	}
	if !(f.epsilon > 0) || math.IsInf(f.epsilon, 0) {
		return usagef("--epsilon %g: must be a positive number", f.epsilon)
	}
	if q.Facts, err = f.facts(); err != nil {
		return err
	}
	advice, err := t.Advise(q)
	if err != nil {
		return err
	}
	return a.print(advice, func(r rows) { writeAdvice(r, advice) })
}

// facts are what is declared of the graph, without a look at an edge; nil of none.
func (f adviseFlags) facts() (*advise.Facts, error) {
	facts := &advise.Facts{Features: f.features, Labels: f.labels}
	if f.nodes != "" {
		n, err := strconv.Atoi(f.nodes)
		if err != nil || n < 1 || n > data.MostNodes {
			return nil, usagef("--nodes %s: must be a whole number from 1 to %d", f.nodes, data.MostNodes)
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
		return nil, fmt.Errorf("%s: no such file", f.graph)
	case errors.Is(err, fs.ErrNotExist):
		e, err := data.Lookup(f.graph)
		if err != nil {
			return nil, usageError{err}
		}
		if f.nodes != "" || f.features || f.labels {
			return nil, usagef("%s is a data set; leave out --nodes, --features and --labels, which describe files", f.graph)
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
		return nil, usagef("%s is not a regular file and is not read; give --nodes N", f.graph)
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
		return 0, usagef("%s is compressed, so its first lines cannot be read alone; give --nodes N", path)
	}
	if n, err = graphio.ReadDeclared(in); errors.Is(err, graphio.ErrUndeclared) {
		return 0, usagef("%s: %w, and nothing below them is read; give --nodes N, and --features and --labels if the nodes have them", path, err)
	}
	if err == nil && n < 1 {
		err = errors.New("the file declares no node")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// writeAdvice prints the verdict, its command and cautions, and then the tables behind it.
func writeAdvice(w rows, a *advise.Advice) {
	switch {
	case a.Verdict != nil:
		fmt.Fprintf(w, "%s\n  run: %s\n", a.Verdict, a.Verdict.Command)
		if a.Verdict.Caution != "" {
			fmt.Fprintf(w, "Caution: %s.\n", a.Verdict.Caution)
		}
	default:
		fmt.Fprintf(w, "No recommendation: %s.\n", a.Note)
	}
	fmt.Fprintf(w, "\nTask %s, relation %s, ε = %g. Compared are stored runs at the largest ε up to %[3]g on each graph. No edge was read and nothing was spent.\n", a.Task, a.Relation, a.Epsilon)
	if f := a.Facts; f != nil {
		fmt.Fprintf(w, "Graph: %s.\n", f)
	} else {
		fmt.Fprintf(w, "No graph was described: give --graph, or --nodes and --features, for advice on similar graphs.\n")
	}
	if a.Note != "" && a.Verdict != nil {
		fmt.Fprintf(w, "Note: %s.\n", a.Note)
	}
	for _, s := range a.Sections {
		fmt.Fprintf(w, "\n%s: %s\n", s.Title(), s.About)
		if s.Note != "" {
			fmt.Fprintf(w, "note: %s\n", s.Note)
		}
		writeStandings(w, s, a.Verdict)
	}
}

// writeStandings prints one table, and the command of its best mode where that is not the
// verdict's.
func writeStandings(w rows, s advise.Section, v *advise.Verdict) {
	fmt.Fprintf(w, "  mode\tbest\tclearly\tbeats null\tclearly\t%s\tof null\tgraphs\tseeds\tε\tproved\n", s.Value)
	for _, m := range s.Modes {
		fmt.Fprintf(w, "  %s\t%d of %d\t%d\t%d of %d\t%d\t%s\t%s\t%d\t%s\t%s\t%s\n", m.Name(), m.Best, m.Compared, m.Clearly, m.Above, m.WithNull, m.ClearlyAbove,
			advise.Range(m.First), advise.Range(m.OfNull), m.Graphs, advise.Span(float64(m.Seeds[0]), float64(m.Seeds[1])), advise.Span(m.Epsilon[0], m.Epsilon[1]), yesNo(m.Proved))
	}
	for _, line := range slices.Concat(s.Where(), s.Warnings()) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if best := s.Modes[0]; v == nil || best.Command != v.Command {
		if best.Caution != "" {
			fmt.Fprintf(w, "  caution: %s\n", best.Caution)
		}
		fmt.Fprintf(w, "  best here, run: %s\n", best.Command)
	}
}

// warnBelow warns, before a run spends anything, where stored runs of its mode are worse than those
// of its null control.
func (a *app) warnBelow(c chosen, eps float64) {
	t, err := advise.Kept()
	if err != nil || c.mode.Plain || c.method.Releases == release.KindStatistics {
		return
	}
	of := trial.Trial{Method: c.method.Name, Mode: c.mode.Name, Variant: strings.Join(c.set, ",")}.Canonical(c.method)
	b, ok := t.Below(of, c.relation.String(), eps)
	if !ok {
		return
	}
	null := "--mode " + b.NullMode
	if !b.Own {
		null = "gdp run " + b.NullMethod + " " + null
	}
	a.note("warning: %v; compare with --plan or %s", b, null)
}
