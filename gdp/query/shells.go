package query

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// ShellCounts returns for each shell the number of edges from its nodes to nodes of the same or a
// higher shell. The counts of a shell and all higher ones sum to the edges within these. The shells
// must be public or released before. Its sensitivity is bounded at edge level only.
func ShellCounts[N gdp.Norm](rel gdp.Relation, shell []int32, shells int) gdp.Bounded[N] {
	n := validBlocks(shell, shells)
	return bounded[N](rel, definition{
		name: blocksName("edges by their lower shell", shell, shells), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#shell-counts", Test: "TestShellCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts := make([]float64, shells)
			for u, v := range g.Edges() {
				counts[min(shell[u], shell[v])]++
			}
			return counts, nil
		},
	})
}
