package query

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// treeOf splits off the nodes one after the other.
func treeOf(t *testing.T, n int) *graph.Tree {
	t.Helper()
	var children [][2]int32
	for i := range int32(n - 1) {
		children = append(children, [2]int32{i, int32(n) + i + 1})
	}
	children[n-2][1] = int32(n - 1)
	return must.Get(graph.NewTree(children))(t)
}

var cellsOf = map[int][]int32{2: {0}, 3: {1, 0}, 4: {0, 1, 0}, 5: {0, 1, 1, 2}}

func TestTreeCounts(t *testing.T) {
	family{
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] {
			return TreeCounts[gdp.L1](rel, treeOf(t, n), cellsOf[n], 3)
		},
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] {
			return TreeCounts[gdp.L2](rel, treeOf(t, n), cellsOf[n], 3)
		},
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
			return TreeCounts[gdp.LInf](rel, treeOf(t, n), cellsOf[n], 3)
		},
	}.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	g := tailed(t)
	got, err := TreeCounts[gdp.L1](gdp.EdgeLevel, treeOf(t, g.Network.Graph.N()), []int32{0, 1, 2, 3, 4}, 5).Eval(g)
	want := make([]float64, 5)
	for u := range g.Network.Graph.Edges() {
		want[u]++
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	tree := treeOf(t, 3)
	for _, q := range []gdp.Bounded[gdp.L1]{
		TreeCounts[gdp.L1](gdp.NodeLevel, tree, []int32{0, 0}, 1), TreeCounts[gdp.L1](gdp.EdgeLevel, tree, []int32{0, 2}, 2),
		TreeCounts[gdp.L1](gdp.EdgeLevel, tree, []int32{0}, 2), TreeCounts[gdp.L1](gdp.EdgeLevel, nil, nil, 2),
	} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
	one, two := TreeCounts[gdp.L1](gdp.EdgeLevel, tree, []int32{0, 1}, 2), TreeCounts[gdp.L1](gdp.EdgeLevel, tree, []int32{1, 0}, 2)
	if one.Name() == two.Name() {
		t.Errorf("two queries are called %s", one.Name())
	}
}
