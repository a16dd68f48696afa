package sage

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// bounded samples neighbourhoods. It visits the edges in a pseudo-random order by seed and node
// pair, and keeps each one while both of its ends have fewer than k. So no node has more than k
// neighbours, or is a neighbour of more than k.
func bounded(g *graph.Graph, k int, seed uint64) [][]int32 {
	type keyed struct {
		key uint64
		graph.Edge
	}
	var edges []keyed
	for u, v := range g.Undirected().Edges() {
		if u != v {
			pair := rand.NewPCG(seed, uint64(min(u, v))<<32|uint64(max(u, v)))
			edges = append(edges, keyed{pair.Uint64(), graph.Edge{U: u, V: v}})
		}
	}
	slices.SortFunc(edges, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V))
	})
	lists := make([][]int32, g.N())
	for _, e := range edges {
		if len(lists[e.U]) < k && len(lists[e.V]) < k {
			lists[e.U], lists[e.V] = append(lists[e.U], e.V), append(lists[e.V], e.U)
		}
	}
	for _, l := range lists {
		slices.Sort(l)
	}
	return lists
}

// rows concatenates the features of a node and of its neighbours, (k + 1) · columns numbers, and k
// + 1 presence marks.
type rows struct {
	x     perceptron.Rows
	lists [][]int32
	k     int
}

// Dims implements [perceptron.Rows].
func (r rows) Dims() (n, columns int) {
	n, columns = r.x.Dims()
	return n, (r.k + 1) * (columns + 1)
}

// Row implements [perceptron.Rows].
func (r rows) Row(u int32) (columns []int32, values []float32) {
	_, width := r.x.Dims()
	all := []int32{u}
	if r.lists != nil {
		all = append(all, r.lists[u]...)
	}
	for slot, v := range all {
		at, x := r.x.Row(v)
		for i, c := range at {
			columns, values = append(columns, int32(slot*width)+c), append(values, x[i])
		}
	}
	for slot := range all {
		columns, values = append(columns, int32((r.k+1)*width+slot)), append(values, 1)
	}
	return columns, values
}

// begin spends the session's ε on randomised response of the node pairs and an edge count, and
// trains on the resulting graph.
func (c Responses) begin(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, c.MaxDegree)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		s, rng := run.Session(), run.Stream("training")
		all := s.Budget().Epsilon
		counting := all * gdp.Epsilon(c.CountShare)
		// First check the condition that is most likely to fail.
		noisy, err := gdp.RandomisedResponse(s, "adjacency", all-counting)
		if err != nil {
			return nil, err
		}
		count, err := gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, t.Nodes, t.Nodes-1), counting)
		if err != nil {
			return nil, err
		}
		// No edge is read from here on.
		kept, err := thin(noisy, count[0], float64(all-counting), run.Stream("thinning"))
		if err != nil {
			return nil, err
		}
		return t.learn(ctx, run, rng, bounded(kept, c.MaxDegree, run.Stream("neighbours").Uint64()))
	}, err
}

// thin keeps each noisy edge with the probability for which count edges, the noisy number, remain
// in expectation: [GAP23] SAGE-EDP.
func thin(noisy *graph.Graph, count, eps float64, rng *rand.Rand) (*graph.Graph, error) {
	pairs := float64(noisy.N()) * float64(noisy.N()-1) / 2
	truth := 1 / (1 + scalar.Exp(-eps))
	count = min(max(count, 0), pairs)
	share := count / (count*truth + (pairs-count)*(1-truth)) // of the noisy edges: 1 without noise
	var edges []graph.Edge
	for u, v := range noisy.Undirected().Edges() {
		if rng.Float64() < share {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	g, _, err := graph.FromEdges(noisy.N(), edges, graph.Options{})
	return g, err
}
