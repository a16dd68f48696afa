package cli

import (
	"errors"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/spf13/cobra"
)

func (a *app) compare() *cobra.Command {
	var r reading
	m := measuring{known: slices.Concat(metric.Names(), metric.Measures())}
	c := &cobra.Command{
		Use:   "compare ORIGINAL RELEASED",
		Short: "Set a released graph beside the original",
		Long: `compare computes every statistic of two graphs with its relative error, and the
measures of both together: distances of their degree distributions and spectra,
agreement of their communities and of their most central nodes. Each is a file,
a data set, or "-" for standard input. Nodes are matched by the ids in the files; where these
differ, measures that need the same nodes are undefined.`,
		Example: "  gdp compare karate released.txt\n  gdp compare original.graphml released.npz --json",
		Args:    arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := m.options(a, cmd)
			if err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return usageError{errors.New("only one of the graphs can be standard input")}
			}
			var both [2]*data.Dataset
			for i, name := range args {
				if both[i], err = a.read(name, r); err != nil {
					return err
				}
				if err := single(both[i], name, "compare"); err != nil {
					return err
				}
			}
			released, matched := match(both[0].Network, both[1].Network)
			if !matched {
				a.note("The graphs do not have the same nodes: measures that need them are undefined.")
			}
			o.Strangers = !matched
			table, err := metric.Compare(cmd.Context(), both[0].Graph, released, o)
			if err != nil {
				return err
			}
			return a.print(table, table.WriteText)
		},
	}
	m.flags(c)
	r.flags(c)
	files(c, reads, reads)
	c.ValidArgsFunction = graphs(2)
	return c
}

// match renumbers the nodes of released so that they have the numbers of the
// nodes of the same ids in original; a graph without ids has its numbers as
// ids. It returns false, and the graph as it is, when the ids are not the same.
func match(original, released graph.Network) (*graph.Graph, bool) {
	g := released.Graph
	if original.Graph.N() != g.N() {
		return g, false
	}
	nodes := make([]int32, g.N())
	for u := range nodes {
		nodes[u] = int32(u)
	}
	ids := released.IDs
	if ids == nil {
		ids, _ = ids.Select(nodes) // of nil ids every node can be selected
	}
	for u := range nodes {
		v, found := ids.Node(original.IDs.Name(int32(u)))
		if !found {
			return g, false
		}
		nodes[u] = v
	}
	matched, err := g.Induced(nodes)
	return matched, err == nil
}
