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
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/release"
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

For two embeddings (.emb or .npz) it prints the fraction of shared nearest neighbours, the correlation of
cosine similarities, and the residual after the best rotation. For a graph and an embedding it prints StrucEqu,
and the AUC of the pair scores in the file on the edges of the graph.`,
		Example: "  gdp compare karate released.txt\n  gdp compare original.graphml released.npz --json\n  gdp compare plain.emb private.emb\n  gdp compare karate rows.npz",
		Args:    arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := m.options(a, cmd)
			if err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return usageError{errors.New("only one of the graphs can be standard input")}
			}
			if embedding(args[0]) {
				if !embedding(args[1]) {
					return usagef("%s is an embedding, and %s is not: the original graph comes first", args[0], args[1])
				}
				return a.compareEmbeddings(args, m.Seed)
			}
			if embedding(args[1]) {
				d, err := a.read(args[0], r)
				if err == nil {
					err = single(d, args[0], "compare")
				}
				if err != nil {
					return err
				}
				return a.compareRows(d.Network, args, m.Seed)
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
			o.Unrelated = !matched
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

// embedding reports whether a file holds an embedding, by its name or as an archive of rows.
func embedding(name string) bool {
	if strings.HasSuffix(file.WithoutGzip(name), ".emb") {
		return true
	}
	if !strings.HasSuffix(file.WithoutGzip(name), ".npz") {
		return false
	}
	arrays, err := graphio.ReadArrays(name)
	return err == nil && arrays.Has("rows") && !arrays.Has("adj_shape")
}

// rowsFor reads an embedding with n rows, and the positions of its rows in the order of their
// names.
func rowsFor(file, of string, n int, name func(u int32) string) (e release.Embedding, places []int32, err error) {
	r, err := release.Load(release.KindEmbedding, file)
	if err != nil {
		return e, nil, err
	}
	e = r.(release.Embedding)
	place := map[string]int32{}
	for u := range int32(e.N()) {
		place[e.IDs.Name(u)] = u
	}
	for u := range int32(n) {
		v, found := place[name(u)]
		if !found || len(place) != n {
			return e, nil, fmt.Errorf("%s and %s have different nodes", of, file)
		}
		places = append(places, v)
	}
	return e, places, nil
}

// compareEmbeddings prints how similar the rows of two files are.
func (a *app) compareEmbeddings(names []string, seed uint64) error {
	r, err := release.Load(release.KindEmbedding, names[0])
	if err != nil {
		return err
	}
	first := r.(release.Embedding)
	second, places, err := rowsFor(names[1], names[0], first.N(), first.IDs.Name)
	if err != nil {
		return err
	}
	rows := lists.Map(places, second.Row)
	matched, err := embed.FromRows(rows)
	if err != nil {
		return err
	}
	l, err := embed.Compare(first.Matrix, matched, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return err
	}
	return a.print(l, textOf(l.WriteText))
}

// embedded is an embedding with its graph.
type embedded struct {
	Nodes    int     `json:"nodes"`
	StrucEqu float64 `json:"strucequ"`
	AUC      float64 `json:"auc"`
}

// compareRows prints how well an embedding predicts edges and distances of a graph.
func (a *app) compareRows(g graph.Network, names []string, seed uint64) error {
	e, places, err := rowsFor(names[1], names[0], g.Graph.N(), g.IDs.Name)
	if err != nil {
		return err
	}
	score, err := e.Scores()
	if err != nil {
		return fmt.Errorf("%s: %w", names[1], err)
	}
	list := lists.Map(places, e.Row)
	matched, err := embed.FromRows(list)
	if err != nil {
		return err
	}
	source, found := rand.New(rand.NewPCG(seed, 0)), embedded{Nodes: g.Graph.N()}
	structure, err := trial.StructureOf(g.Graph.Undirected(), matched, source)
	if err != nil {
		return err
	}
	half, err := trial.SplitLinks(g.Graph, 0.5, source)
	if err != nil {
		return err
	}
	found.StrucEqu = structure.StrucEqu
	if found.AUC, err = half.AUC(func(u, v int32) float64 { return score(places[u], places[v]) }); err != nil {
		return err
	}
	return a.print(found, func(w rows) {
		w.row("nodes", "%d", found.Nodes)
		w.row("StrucEqu", "%.4g, correlation of distances of rows with those of the adjacency matrix", found.StrucEqu)
		w.row("AUC", "%.4g, scores of half of the edges against as many other pairs", found.AUC)
	})
}

// match renumbers the nodes of released by their ids, so that equal ids have equal numbers in both
// graphs. Without ids, numbers are ids. It returns false and the unchanged graph if the ids differ.
func match(original, released graph.Network) (*graph.Graph, bool) {
	g := released.Graph
	if original.Graph.N() != g.N() {
		return g, false
	}
	nodes := graph.Nodes(g.N())
	ids := released.IDs
	if ids == nil {
		ids, _ = ids.Select(nodes) // nil ids would select every node
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
