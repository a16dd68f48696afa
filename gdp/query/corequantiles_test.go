package query

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// An edge makes a cycle of a path, and two nodes without one a pair: then all ranks move at once.
func TestCoreQuantiles(t *testing.T) {
	ranks := func(n int) []int { return []int{1, (n + 1) / 2, n} }
	family{
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] { return CoreQuantiles[gdp.L1](rel, n, ranks(n)) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] { return CoreQuantiles[gdp.L2](rel, n, ranks(n)) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
			return CoreQuantiles[gdp.LInf](rel, n, ranks(n))
		},
	}.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	// Four nodes that are all joined, with a path of two more at one of them, and a node by itself.
	g := gdptest.Graph(t, 7, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}, {U: 3, V: 4}, {U: 4, V: 5}})
	got, err := CoreQuantiles[gdp.L1](gdp.EdgeLevel, 7, []int{1, 4, 5, 6, 7}).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
	if err != nil || !slices.Equal(got, []float64{3, 3, 1, 1, 0}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, q := range []gdp.Bounded[gdp.L1]{
		CoreQuantiles[gdp.L1](gdp.NodeLevel, 7, []int{1}), CoreQuantiles[gdp.L1](gdp.EdgeLevel, 7, nil),
		CoreQuantiles[gdp.L1](gdp.EdgeLevel, 7, []int{0}), CoreQuantiles[gdp.L1](gdp.EdgeLevel, 7, []int{8}), CoreQuantiles[gdp.L1](gdp.EdgeLevel, 1, []int{1}),
	} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}
