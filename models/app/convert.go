package app

import (
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// converted is the output of `gdp convert`.
type converted struct {
	File   string       `json:"file"`
	Output fmt.Stringer `json:"output"`
}

func (a *app) convert() *cobra.Command {
	var r reading
	var force bool
	c := &cobra.Command{
		Use:   "convert FROM TO",
		Short: "Convert a graph to the format of another program",
		Long: `convert reads a graph from a file, a data set or "-" for standard input, and writes it in the format of TO's
extension. Attributes, labels and ids that the format cannot store are dropped with a note; .npz stores all
of them. A collection is written to a folder or a .zip file.

Nodes that FROM does not declare stay undeclared in TO, unless --nodes declares them. The graph is written as it is.
Nothing is made private.`,
		Example: "  gdp convert karate karate.graphml\n  gdp convert released.txt released.npz",
		Args:    arguments(2, 2),
		RunE:    func(_ *cobra.Command, args []string) error { return a.convertGraph(args[0], args[1], r, force) },
	}
	r.flags(c)
	forceFlag(c, &force)
	files(c, reads, writes)
	c.ValidArgsFunction = graphs(1)
	return c
}

func (a *app) convertGraph(from, to string, r reading, force bool) error {
	d, err := a.open(from, r, graphio.AsWritten)
	if err != nil {
		return err
	}
	a.noteReport(from, d)
	if off := readOff(d); off != "" {
		a.note("%s: the %s are those that occur; %s stays undeclared. Declare all possible ones by --nodes and --classes", from, off, to)
	}
	var what release.Release = release.Graph{Network: &d.Network}
	if d.Collection != nil {
		what = release.Graphs{Collection: d.Collection}
	}
	out, err := a.outputTo(to, "TO", what.Kind(), from, "FROM", force)
	if err != nil {
		return err
	}
	if d.Collection == nil {
		format, err := graphio.FormatOf(out.name())
		if err != nil {
			return err
		}
		fit, lost := graphio.Fit(format, &d.Network)
		if what = (release.Graph{Network: fit}); lost != nil {
			a.note("%s: dropped %s, which %v cannot store; .npz can.", to, strings.Join(lost, " and "), format)
		}
	}
	if err := out.put(what); err != nil || out.path == "-" {
		return err
	}
	done := converted{to, what.Summary()}
	return a.print(done, func(w rows) { fmt.Fprintf(w, "%s: %v\n", done.File, done.Output) })
}

// readOff names the facts of a graph that nothing declares.
func readOff(d *data.Dataset) string {
	var all graph.ReadOff
	for _, w := range d.Graphs().Graphs {
		all = all.Or(graph.ReadOff{Nodes: w.ReadOff.Nodes, Classes: w.ReadOff.Classes && w.Labels != nil})
	}
	var what []string
	if all.Nodes {
		what = append(what, "nodes")
	}
	if all.Classes {
		what = append(what, "classes")
	}
	return strings.Join(what, " and ")
}
