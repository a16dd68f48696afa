package query

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// GroupNeighbours returns the number of neighbours in each group, for each node outside all groups,
// in ascending order of nodes. Group k has the nodes u with group[u] = k; -1 means no group. Groups
// must be public or released before.
func GroupNeighbours[N gdp.Norm](rel gdp.Relation, group []int32) gdp.Bounded[N] {
	n, h := len(group), fnv.New64a()
	fmt.Fprintln(h, group)
	groups := 0
	for _, k := range group {
		if groups = max(groups, int(k)+1); k < -1 {
			n = 0 // refused
			break
		}
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("neighbours in %d groups %016x", groups, h.Sum64()), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#group-neighbours", Test: "TestGroupNeighbours"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			var counts []float64
			for u, of := range group {
				if of >= 0 {
					continue
				}
				row := make([]float64, groups)
				for _, v := range g.Neighbors(int32(u)) {
					if k := group[v]; k >= 0 {
						row[k]++
					}
				}
				counts = append(counts, row...)
			}
			return slices.Clip(counts), nil
		},
	})
}
