package query

import (
	"fmt"
	"hash/fnv"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// TreeCounts returns the number of edges in each cell of the inner vertices of a tree. An edge is
// counted at the lowest common ancestor of its ends. The tree and the cells, the root's first, must
// be public or released before. Its sensitivity is bounded at edge level only.
func TreeCounts[N gdp.Norm](rel gdp.Relation, t *graph.Tree, cell []int32, cells int) gdp.Bounded[N] {
	n := t.Leaves()
	if len(cell) != n-1 || validBlocks(cell, cells) == 0 {
		n = 0 // an inner vertex has no cell
	}
	h := fnv.New64a()
	for i := range cell[:max(n-1, 0)] {
		left, right := t.Children(int32(n + i))
		_, _ = fmt.Fprint(h, left, right, " ")
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("edges of a tree %016x by %s", h.Sum64(), blocksName("vertices", cell, cells)), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#tree-counts", Test: "TestTreeCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts := make([]float64, cells)
			for u, v := range g.Edges() {
				counts[cell[int(t.Meet(u, v))-n]]++
			}
			return counts, nil
		},
	})
}
