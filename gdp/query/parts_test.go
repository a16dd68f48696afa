package query

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// One edge changes the number of edges of one part by one, for any parts; an edge between two parts
// changes nothing.
func TestEdgeCounts(t *testing.T) {
	for _, sizes := range [][]int{{5}, {3, 2}, {2, 0, 1, 2}, {4, 1}} {
		q := EdgeCounts[gdp.L1](gdp.EdgeLevel, sizes)
		worst := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval))(t)
		for norm, got := range map[string]smallworld.Pair{"ℓ1": worst.L1, "ℓ2": worst.L2, "ℓ∞": worst.LInf} {
			if got.Change != float64(q.Bound()) {
				t.Errorf("%v in %s: %v, and the bound is %v", sizes, norm, got, q.Bound())
			}
		}
	}
	for _, sizes := range [][]int{nil, {1}, {3, -1, 2}} {
		if q := EdgeCounts[gdp.L1](gdp.EdgeLevel, sizes); q.Bound() > 0 {
			t.Errorf("sizes %v have the bound %v", sizes, q.Bound())
		}
	}
	if a, b := EdgeCounts[gdp.L1](gdp.EdgeLevel, []int{3, 2}), EdgeCounts[gdp.L1](gdp.EdgeLevel, []int{2, 3}); a.Name() == b.Name() {
		t.Errorf("other parts have the same name: %s", a.Name())
	}
	if q := EdgeCounts[gdp.L1](gdp.NodeLevel, []int{3, 2}); q.Bound() > 0 {
		t.Errorf("at node level the bound is %v", q.Bound())
	}
}

// On a session on a collection, the counts are those of its graphs.
func TestEdgeCountsOfACollection(t *testing.T) {
	c := new(graph.Collection)
	for _, edges := range [][]graph.Edge{{{U: 0, V: 1}, {U: 1, V: 2}}, nil, {{U: 2, V: 3}}} {
		g := gdptest.Graph(t, 4, edges)
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	s := must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 50}))(t)
	got, err := gdp.DiscreteLaplace(s, "edges", EdgeCounts[gdp.L1](gdp.EdgeLevel, s.Public().Sizes), 50)
	if err != nil || fmt.Sprint(got) != "[2 0 1]" { // false alarm: 10⁻²¹
		t.Errorf("%v, %v", got, err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || l.Spent() > 50 {
		t.Errorf("%v, %v", l, err)
	}
}
