package query

import (
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// All graphs of five nodes and all ways to give their nodes to two groups and to none.
func TestGroupNeighbours(t *testing.T) {
	for code := range 3 * 3 * 3 * 3 * 3 {
		group, grouped := make([]int32, 5), 0
		for u := range group {
			if group[u], code = int32(code%3)-1, code/3; group[u] >= 0 {
				grouped++
			}
		}
		within := func(int, int) bool { return grouped > 0 && grouped < len(group) }
		f := family{
			func(rel gdp.Relation, _, _ int) gdp.Bounded[gdp.L1] { return GroupNeighbours[gdp.L1](rel, group) },
			func(rel gdp.Relation, _, _ int) gdp.Bounded[gdp.L2] { return GroupNeighbours[gdp.L2](rel, group) },
			func(rel gdp.Relation, _, _ int) gdp.Bounded[gdp.LInf] { return GroupNeighbours[gdp.LInf](rel, group) },
		}
		f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: len(group)}, []int{4}, func(cap int) (bool, bool) { return within(0, cap), within(0, cap) })
	}
	g, _ := must.Two(graph.FromEdges(5, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 3, V: 4}, {U: 2, V: 3}}, graph.Options{}))(t)
	q := GroupNeighbours[gdp.L1](gdp.EdgeLevel, []int32{-1, 0, 1, -1, 1})
	got, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
	if want := []float64{1, 1, 0, 2}; err != nil || !slices.Equal(got, want) {
		t.Errorf("counts %v (%v), want %v", got, err, want)
	}
	if bad := GroupNeighbours[gdp.L1](gdp.EdgeLevel, []int32{-2, 0, 0}); bad.Bound() == 1 {
		t.Error("a group of the number -2 has a bound")
	}
}
