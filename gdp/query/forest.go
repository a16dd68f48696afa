package query

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// ForestSize returns the number of edges of a spanning forest: that of nodes less that of connected
// components. At edge level, where alone it has a bound, no cap is needed, and none is used.
func ForestSize[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	if rel == gdp.EdgeLevel && cap >= 1 {
		cap = n - 1
	}
	return bounded[N](rel, definition{
		name: "spanning forest", n: n, cap: cap, scalar: true,
		basis:  gdp.Proof{Doc: "proofs/queries.md#forest-size", Test: "TestForestSize"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(float64(g.N() - g.Components().Count()))
		},
	})
}
