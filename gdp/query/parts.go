package query

import (
	"fmt"
	"hash/fnv"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// EdgeCounts returns the number of edges within each part of the nodes. Part 0 has the first
// sizes[0] nodes, and so on. For a session on a collection, the sizes Public().Sizes give the
// number of edges of each graph.
func EdgeCounts[N gdp.Norm](rel gdp.Relation, sizes []int) gdp.Bounded[N] {
	n, h := 0, fnv.New64a()
	for _, size := range sizes {
		if n += size; size < 0 {
			n = 0
			break
		}
		fmt.Fprintln(h, size)
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("edge counts of %d parts %016x", len(sizes), h.Sum64()), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#edge-counts", Test: "TestEdgeCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			of := make([]int32, 0, n)
			for part, size := range sizes {
				for range size {
					of = append(of, int32(part))
				}
			}
			counts := make([]float64, len(sizes))
			for u, v := range g.Edges() {
				if of[u] == of[v] {
					counts[of[u]]++
				}
			}
			return counts, nil
		},
	})
}
