package app

import (
	"cmp"
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
	"github.com/spf13/pflag"
)

// adviseFlags are the flags of `gdp advise`.
type adviseFlags struct {
	task, relation, graph string
	reading               reading
	epsilon, degree       float64
	has                   []string
	claimed               bool
}

// hasNames are the values of --has.
var hasNames = []string{"features", "labels"}

func (a *app) advise() *cobra.Command {
	var f adviseFlags
	c := &cobra.Command{
		Use:   "advise --task TASK --epsilon E",
		Short: "Recommend a mode for a task, and print the command that runs it",
		Long: `advise recommends the mode that did best in stored runs. The first line is the verdict, the second the
command to run. Cautions and a table of all compared modes follow.

It compares the stored runs of one task under one relation, on each graph at the largest stored ε up to
--epsilon. One comparison is one metric on one graph. "Clearly" means by more than two standard errors.

It never recommends a mode that is no better than its own null control, or than another control of its method.
If every mode loses, it recommends the control.

It spends no budget and reads no edge. For a data set it uses the registry; for a file, the facts that gdp run
treats as public, with the same flags. Without a file, describe the graph by --nodes and --has. With a graph it
uses only stored runs on similar graphs: the same kind of features, and at most a factor of ten in nodes. Graphs of
similar size weigh more; with --mean-degree, so do graphs of similar density.

Modes without a proved ε are compared only with --claimed.`,
		Example: "  gdp advise --task synthesis --relation edge --epsilon 1\n  gdp advise --task classification --relation node --epsilon 4 --graph cora-ml\n  gdp advise --task link-prediction --epsilon 2 --nodes 5000 --mean-degree 8 --json\n  gdp advise --task classification --epsilon 2 --nodes 5000 --has features,labels",
		Args:    arguments(0, 0),
	}
	flags := c.Flags()
	f.reading.flags(c)
	var input []*pflag.Flag
	flags.VisitAll(func(x *pflag.Flag) { input = append(input, x) })
	c.RunE = func(*cobra.Command, []string) error { return a.giveAdvice(f, given(input)) }
	flags.StringVar(&f.task, "task", "", "task: synthesis, classification, embedding, link-prediction or statistics")
	flags.StringVar(&f.relation, "relation", gdp.EdgeLevel.String(), "neighbouring graphs: edge, node, node-unbounded, graph or graph-unbounded")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "privacy budget ε")
	graphFlag(c, &f.graph, "graph file or data set name; no edge is read", looks)
	flags.Float64Var(&f.degree, "mean-degree", 0, "mean degree of the graph, if it is public")
	flags.StringSliceVar(&f.has, "has", nil, "what the nodes have, without a file: features, labels or both")
	flags.BoolVar(&f.claimed, "claimed", false, "also compare modes without a proved ε")
	complete(c, "relation", relationNames)
	complete(c, "task", taskNames)
	completeList(c, "has", hasNames)
	register(c, "mean-degree", cobra.NoFileCompletions) // a number
	return c
}

// given returns the flags that were set, as words of a command line.
func given(list []*pflag.Flag) (words []string) {
	for _, x := range list {
		for _, value := range valuesOf(x) {
			if x.Value.Type() == "bool" {
				words = append(words, "--"+x.Name+"="+value)
			} else if x.Changed {
				words = append(words, "--"+x.Name, value)
			}
		}
	}
	return words
}

// valuesOf returns the values of a flag on the command line.
func valuesOf(x *pflag.Flag) []string {
	if many, ok := x.Value.(pflag.SliceValue); ok {
		return many.GetSlice()
	}
	if !x.Changed {
		return nil
	}
	return []string{x.Value.String()}
}

// taskNames lists the values of --task: the tasks of stored trials.
func taskNames() (names []string) {
	if t, err := advise.Kept(); err == nil {
		names = t.TaskNames()
	}
	return names
}

// giveAdvice prints advice. input holds the flags that read the graph.
func (a *app) giveAdvice(f adviseFlags, input []string) error {
	t, err := advise.Kept()
	if err != nil {
		return err
	}
	q := advise.Question{Relation: f.relation, Epsilon: f.epsilon, Claimed: f.claimed, Graph: f.graph, Input: input, Methods: a.methods}
	if f.task == "" {
		return usagef("--task is missing: choose one of %s", strings.Join(t.TaskNames(), ", "))
	}
	if q.Task, err = t.TaskNamed(f.task); err != nil {
		return usagef("--task: %w", err)
	}
	rel, err := relationOf(f.relation)
	if err != nil {
		return err
	}
	if f.epsilon == 0 {
		return usageError{errors.New("--epsilon is missing: give --epsilon above 0")}
	}
	if !(f.epsilon > 0) || math.IsInf(f.epsilon, 0) {
		return usagef("--epsilon %g: must be a positive number", f.epsilon)
	}
	if f.degree < 0 || math.IsNaN(f.degree) || math.IsInf(f.degree, 0) {
		return usagef("--mean-degree %g: must be a positive number", f.degree)
	}
	if q.Facts, err = f.facts(a, rel, input); err != nil {
		return err
	}
	if rel == gdp.NodeUnbounded && input == nil && q.Facts != nil { // a run must declare its ids
		q.Input = []string{"--nodes", fmt.Sprint(q.Facts.Nodes)}
	}
	advice, err := t.Advise(q)
	if err != nil {
		return err
	}
	return a.print(advice, func(r rows) { writeAdvice(r, advice) })
}

// facts returns the public facts of the graph, which do not depend on edges; nil without a graph.
func (f adviseFlags) facts(a *app, rel gdp.Relation, input []string) (*advise.Facts, error) {
	facts := &advise.Facts{MeanDegree: f.degree}
	for _, what := range f.has {
		i, err := oneOf("has", what, hasNames)
		if err != nil {
			return nil, err
		}
		facts.Features, facts.Labels = facts.Features || i == 0, facts.Labels || i == 1
	}
	if f.graph == "" {
		n, err := strconv.Atoi(f.reading.Nodes)
		switch {
		case len(input) > 0 && (len(input) != 2 || f.reading.Nodes == ""):
			return nil, usagef("%s without --graph: give the file too", strings.Join(input, " "))
		case f.reading.Nodes != "" && (err != nil || n < 1 || n > data.MostNodes):
			return nil, usagef("--nodes %s: must be a whole number from 1 to %d, or give --graph too", f.reading.Nodes, data.MostNodes)
		}
		if facts.Nodes = n; *facts == (advise.Facts{}) {
			return nil, nil
		}
		return facts, nil
	}
	if f.has != nil {
		return nil, usagef("--has %s: the graph that --graph names says it; leave it out", strings.Join(f.has, ","))
	}
	info, err := os.Stat(f.graph)
	switch {
	case f.graph == "-":
		return nil, usageError{errors.New("--graph -: standard input cannot be read again by the command; give a file, or --nodes N and --has")}
	case errors.Is(err, fs.ErrNotExist) && (strings.ContainsRune(f.graph, filepath.Separator) || filepath.Ext(f.graph) != ""):
		return nil, fmt.Errorf("%s: no such file", f.graph)
	case errors.Is(err, fs.ErrNotExist):
		e, err := data.Lookup(f.graph)
		if err != nil {
			return nil, usageError{err}
		}
		if input != nil && !(rel == gdp.NodeUnbounded && len(input) == 2 && f.reading.Nodes != "") {
			return nil, usagef("%s is a data set; leave out %s, which describes files", f.graph, strings.Join(input, " "))
		}
		known := advise.FactsOf(e)
		known.MeanDegree = cmp.Or(f.degree, known.MeanDegree)
		return &known, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		facts.Graphs = 1 // a lower bound, so that the exact number is not read
		return facts, nil
	case !info.Mode().IsRegular():
		return nil, usagef("%s is not a regular file and is not read; leave it out, and give --nodes N", f.graph)
	}
	if input == nil {
		if facts.Nodes, err = declaredIn(f.graph); err == nil || !errors.Is(err, graphio.ErrUndeclared) {
			return facts, err
		}
	}
	p, err := a.openPrivate(f.graph, f.reading, rel)
	if err != nil {
		return nil, err
	}
	s, err := p.protect(gdp.Budget{Epsilon: 1})
	if err != nil {
		return nil, err
	}
	public := publicFacts(s)
	public.MeanDegree = facts.MeanDegree
	return &public, nil
}

// publicFacts returns the public facts of a session's graph.
func publicFacts(s *gdp.Session) advise.Facts {
	public := s.Public()
	return advise.Facts{Nodes: public.Nodes, Graphs: len(public.Sizes), Features: public.Columns > 0, Labels: public.Labelled}
}

// declaredIn returns the number of nodes that the comments at the top of an edge list declare. It
// reads nothing below them.
func declaredIn(path string) (n int, err error) {
	in, err := file.Open(path)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	if file.Gzipped(path) { // its first lines alone cannot be read
		return 0, graphio.ErrUndeclared
	}
	n, err = graphio.ReadDeclared(in)
	if err == nil && n < 1 {
		err = errors.New("the file declares no node")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// writeAdvice prints the verdict with its command and cautions, then the tables behind it.
func writeAdvice(w rows, a *advise.Advice) {
	switch {
	case a.Verdict != nil:
		fmt.Fprintf(w, "%s\n  run: %s\n", a.Verdict, a.Verdict.Command)
		if a.Verdict.Caution != "" {
			fmt.Fprintf(w, "Caution: %s.\n", a.Verdict.Caution)
		}
		if names := a.Verdict.Statistics; len(names) > 1 {
			fmt.Fprintf(w, "Also: %s; several share ε.\n", strings.Join(names, ", "))
		}
	default:
		fmt.Fprintf(w, "No recommendation: %s.\n", a.Note)
	}
	fmt.Fprintf(w, "\nTask %s, relation %s, ε = %g. Compared are stored runs at the largest ε up to %[3]g on each graph. Nothing was spent, and no edge was used.\n", a.Task, a.Relation, a.Epsilon)
	if f := a.Facts; f != nil {
		fmt.Fprintf(w, "Graph: %s.\n", f)
	} else {
		fmt.Fprintf(w, "No graph was described: give --graph, or --nodes and --has, for advice on similar graphs.\n")
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

// writeStandings prints one table, and the command of its best mode if the verdict is another mode.
func writeStandings(w rows, s advise.Section, v *advise.Verdict) {
	fmt.Fprintf(w, "  mode\tbest\tclearly\tbeats null\tclearly\t%s\tof null\tgraphs\tseeds\tε\tproved\n", s.Value)
	for _, m := range s.Modes {
		fmt.Fprintf(w, "  %s\t%d of %d\t%d\t%d of %d\t%d\t%s\t%s\t%d\t%s\t%s\t%s\n", m.Name(), m.Best, m.Compared, m.Clearly, m.Above, m.WithNull, m.ClearlyAbove,
			advise.Range(m.First), advise.Range(m.OfNull), m.Graphs, advise.Span(float64(m.Seeds[0]), float64(m.Seeds[1])), advise.Span(m.Epsilon[0], m.Epsilon[1]), yesNo(m.Proved))
	}
	for _, line := range slices.Concat(s.Where(), s.Warnings()) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	i := slices.IndexFunc(s.Modes, func(m advise.Standing) bool { return !m.Loses() })
	if i < 0 || v != nil && s.Modes[i].Command == v.Command {
		return
	}
	if best := s.Modes[i]; best.Caution != "" {
		fmt.Fprintf(w, "  caution: %s\n", best.Caution)
	}
	fmt.Fprintf(w, "  best here, run: %s\n", s.Modes[i].Command)
}

// warnBelow warns, before a run spends its budget, if stored runs of its mode on similar graphs
// were worse than the null control.
func (a *app) warnBelow(c chosen, d private, s *gdp.Session) {
	t, err := advise.Kept()
	if err != nil || c.method.Releases == release.KindStatistics {
		return
	}
	facts := publicFacts(s)
	if d.Entry.Name != "" {
		facts = advise.FactsOf(d.Entry)
	}
	for _, protocol := range trial.Protocols() {
		of := trial.Trial{Protocol: protocol.Name, Method: c.method.Name, Mode: c.mode.Name, Variant: strings.Join(c.set, ",")}.Canonical(c.method)
		b, ok := t.Below(of, c.relation.String(), float64(s.Budget().Epsilon), d.Entry.Name, &facts)
		if !ok {
			continue
		}
		null := "--mode " + b.NullMode
		if !b.Own {
			null = "gdp run " + b.NullMethod + " " + null
		}
		a.note("warning: %v; compare with --plan or %s", b, null)
	}
}
