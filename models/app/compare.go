package app

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/spf13/cobra"
)

func (a *app) compare() *cobra.Command {
	var r reading
	m := measuring{known: slices.Concat(metric.Names(), metric.Measures())}
	c := &cobra.Command{
		Use:   "compare ORIGINAL RELEASED",
		Short: "Compare a released graph with the original",
		Long: `compare prints every statistic of two graphs with its relative error, and metrics of both together:
distances between degree distributions and spectra, agreement of communities, overlap of central nodes.
Each graph is a file, a data set or "-" for standard input. Nodes are matched by id; if the ids differ,
metrics that need the same nodes are undefined.

For two files that end in .emb it compares embeddings: the fraction of shared nearest neighbours, the
correlation of cosine similarities, and the residual after the best rotation.`,
		Example: "  gdp compare karate released.txt\n  gdp compare original.graphml released.npz --json\n  gdp compare plain.emb private.emb",
		Args:    arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := m.options(a, cmd)
			if err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return usageError{errors.New("only one of the graphs can be standard input")}
			}
			if embedding(args[0]) || embedding(args[1]) {
				return a.compareEmbeddings(args, m.Seed)
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
				a.note("The graphs have different nodes; metrics that need the same nodes are undefined.")
			}
			o.Strangers = !matched
			table, err := metric.Compare(cmd.Context(), both[0].Graph, released, o)
			if err != nil {
				return err
			}
			return a.print(table, textOf(table.WriteText))
		},
	}
	m.flags(c)
	r.flags(c)
	files(c, reads, reads)
	c.ValidArgsFunction = graphs(2)
	return c
}

// embedding reports whether a file's name is that of an embedding in text.
func embedding(name string) bool { return strings.HasSuffix(file.WithoutGzip(name), ".emb") }

// compareEmbeddings prints how alike the rows of two files are.
func (a *app) compareEmbeddings(names []string, seed uint64) error {
	var all [2][]string
	var both [2]*embed.Matrix
	for i, name := range names {
		if !embedding(name) {
			return usagef("%s is not an embedding; either both names or none end in .emb", name)
		}
		in, err := file.Open(name)
		if err != nil {
			return err
		}
		all[i], both[i], err = embed.Read(in)
		if err := errors.Join(err, in.Close()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	place := map[string]int32{}
	for u, id := range all[1] {
		place[id] = int32(u)
	}
	rows := make([][]float32, len(all[0]))
	for u, id := range all[0] {
		v, found := place[id]
		if !found || len(place) != len(rows) {
			return fmt.Errorf("%s and %s embed different nodes", names[0], names[1])
		}
		rows[u] = both[1].Row(v)
	}
	matched, err := embed.FromRows(rows)
	if err != nil {
		return err
	}
	l, err := embed.Compare(both[0], matched, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return err
	}
	return a.print(l, textOf(l.WriteText))
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
