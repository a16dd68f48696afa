package query

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// CoreQuantiles returns core numbers by rank: rank 1 is the largest, rank n the smallest. An edge
// moves each by at most one, all in the same direction. Its sensitivity is bounded at edge level
// only.
func CoreQuantiles[N gdp.Norm](rel gdp.Relation, n int, ranks []int) gdp.Bounded[N] {
	ranks = slices.Clone(ranks)
	made := n
	for _, r := range ranks {
		if r < 1 || r > n {
			made = 0
		}
	}
	if len(ranks) == 0 {
		made = 0
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("core numbers of the ranks %v", ranks), n: made, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#core-quantiles", Test: "TestCoreQuantiles"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {float64(len(ranks)), root(len(ranks)), 1}},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			core := metric.Cores(g)
			slices.Sort(core)
			values := lists.Map(ranks, func(r int) float64 { return float64(core[n-r]) })
			return values, nil
		},
	})
}
