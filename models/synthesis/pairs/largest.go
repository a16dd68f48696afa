package pairs

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// largest keeps m edges of g, or all if there are fewer: those whose ends have the largest products
// of degrees, of equal ones any. Where edges are as probable as their ends' degrees say, these are
// the likeliest among the pairs that said yes.
func largest(g *graph.Graph, m int, r *rand.Rand) (*graph.Graph, error) {
	type pair struct {
		graph.Edge
		product, tie uint64
	}
	var list []pair
	for u, v := range g.Edges() {
		list = append(list, pair{graph.Edge{U: u, V: v}, uint64(g.Degree(u)) * uint64(g.Degree(v)), r.Uint64()})
	}
	slices.SortFunc(list, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.product, a.product), cmp.Compare(a.tie, b.tie))
	})
	edges := make([]graph.Edge, min(m, len(list)))
	for i := range edges {
		edges[i] = list[i].Edge
	}
	kept, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
	return kept, err
}
