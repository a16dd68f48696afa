package query

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// ShellCounts returns for each shell how many edges lead from a node in it to one in the same shell
// or in a higher one. From the counts of a shell and all higher ones the edges within these add up.
// The shells are public, or were released. It has a bound at edge level alone.
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
