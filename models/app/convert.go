package app

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// converted is what `gdp convert` prints.
type converted struct {
	File   string       `json:"file"`
	Output fmt.Stringer `json:"output"`
}

func (a *app) convert() *cobra.Command {
	var r reading
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
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := a.open(args[0], r, graphio.AsWritten)
			if err != nil {
				return err
			}
			if d.Entry.Name == "" && d.Report != (graph.Report{}) {
				a.note("%s: %v", args[0], d.Report)
			}
			if off := readOff(d); off != "" {
				a.note("%s: %s that occur; %s stays undeclared. Declare all possible ones by --nodes and --classes", args[0], off, args[1])
			}
			var what release.Release = release.Graph{Network: &d.Network}
			if d.Collection != nil {
				what = release.Graphs{Collection: d.Collection}
			}
			out, err := a.outputTo(args[1], what.Kind(), args[0])
			if err != nil {
				return ofArguments(err)
			}
			if d.Collection == nil {
				format, err := graphio.FormatOf(out.name())
				if err != nil {
					return err
				}
				fit, lost := graphio.Fit(format, &d.Network)
				if what = (release.Graph{Network: fit}); lost != nil {
					a.note("%s: dropped %s, which %v cannot store; .npz can.", args[1], strings.Join(lost, " and "), format)
				}
			}
			graphs, many := what.(release.Graphs)
			switch {
			case out.path == "-":
				return what.Write(a.out, out.name())
			case many && out.kind.Folder(out.path):
				err = a.awaitWrite(args[1], func() error { return graphs.WriteFolder(out.path) })
			default:
				err = a.awaitWrite(args[1], func() error {
					return file.Write(out.path, 0o666, func(w io.Writer) error { return what.Write(w, out.name()) })
				})
			}
			if err != nil {
				return err
			}
			done := converted{args[1], what.Summary()}
			return a.print(done, func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "%s: %v\n", done.File, what.Summary())
				return err
			})
		},
	}
	r.flags(c)
	files(c, reads, writes)
	c.ValidArgsFunction = graphs(1)
	return c
}

// readOff says what of a graph nothing declares.
func readOff(d *data.Dataset) string {
	graphs, all := []*graph.Network{&d.Network}, graph.ReadOff{}
	if d.Collection != nil {
		graphs = d.Collection.Graphs
	}
	for _, w := range graphs {
		all.Nodes, all.Classes = all.Nodes || w.ReadOff.Nodes, all.Classes || w.ReadOff.Classes && w.Labels != nil
	}
	switch {
	case all.Nodes && all.Classes:
		return "the nodes and classes are those"
	case all.Nodes:
		return "the nodes are those"
	case all.Classes:
		return "the classes are those"
	}
	return ""
}

// ofArguments is an error of --out, of a command that takes TO and FROM instead.
func ofArguments(err error) error {
	text := errors.New(strings.NewReplacer("give --out", "give TO", "--out ", "", "--graph names", "FROM names").Replace(err.Error()))
	var usage usageError
	if errors.As(err, &usage) {
		return usageError{text}
	}
	return text
}
