package query

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// worstOf compares the worst change over all graphs of the given size with the bound of a query in
// ℓ1.
func worstOf(t *testing.T, nodes int, q gdp.Bounded[gdp.L1], tight bool) {
	t.Helper()
	worst := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: nodes}.Worst(q.Eval))(t)
	if got, bound := worst.L1.Change, float64(q.Bound()); got > bound || tight && got != bound || math.IsNaN(got) {
		t.Errorf("%s: %v, and the bound is %v", q.Name(), worst.L1, bound)
	}
}

// One edge changes the largest degree of one part by one.
func TestLargestDegrees(t *testing.T) {
	for _, sizes := range [][]int{{5}, {3, 2}, {2, 0, 1, 2}} {
		worstOf(t, 5, LargestDegrees[gdp.L1](gdp.EdgeLevel, sizes), true)
	}
}

// One edge joins two components of one part, or none.
func TestComponents(t *testing.T) {
	for _, sizes := range [][]int{{5}, {3, 2}, {2, 0, 1, 2}} {
		worstOf(t, 5, Components[gdp.L1](gdp.EdgeLevel, sizes), true)
	}
}

// One edge changes two degrees, each relative to those of n-2 others. Joining two isolated nodes
// attains the bound.
func TestDegreeGaps(t *testing.T) {
	for _, sizes := range [][]int{{5}, {3, 2}, {4, 0, 1}} {
		worstOf(t, 5, DegreeGaps[gdp.L1](gdp.EdgeLevel, sizes), true)
	}
	star := gdptest.Graph(t, 7, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 5, V: 6}})
	got, err := DegreeGaps[gdp.L1](gdp.EdgeLevel, []int{5, 2}).Eval(&gdp.Data{Network: &graph.Network{Graph: star}})
	if err != nil || len(got) != 2 || got[0] != 32 || got[1] != 0 { // 3·2 + 3 + 3·1 = 12, in eighths of 3
		t.Errorf("the gaps of a star of three and of a pair are %v, %v", got, err)
	}
}

// One edge changes two degrees of one part, each within one band. Bands with gaps lose the degrees
// between them.
func TestDegreeBands(t *testing.T) {
	for _, x := range []struct {
		sizes []int
		ends  [][]int
	}{
		{[]int{5}, [][]int{{0, 1, 2, 3, 4}}}, {[]int{5}, [][]int{{0, 2, 4}}}, {[]int{5}, [][]int{{1, 3}}},
		{[]int{3, 2}, [][]int{{0, 1, 2}, {0, 1}}}, {[]int{2, 1, 2}, [][]int{{0, 1}, {0, 1}, {0, 4}}},
	} {
		worstOf(t, 5, DegreeBands[gdp.L1](gdp.EdgeLevel, x.sizes, x.ends), true)
		if l2 := DegreeBands[gdp.L2](gdp.EdgeLevel, x.sizes, x.ends).Bound(); l2 != 2 {
			t.Errorf("%v: the bound in ℓ2 is %v, and both degrees may fall into one band", x.ends, l2)
		}
	}
	star := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}})
	got, err := DegreeBands[gdp.L1](gdp.EdgeLevel, []int{5}, [][]int{{0, 1, 4}}).Eval(&gdp.Data{Network: &graph.Network{Graph: star}})
	if err != nil || len(got) != 2 || got[0] != 4 || got[1] != 2 {
		t.Errorf("the bands of a star of three hold %v, %v", got, err)
	}
	for _, ends := range [][][]int{nil, {{0}}, {{0, 1}, {0, 1}}, {{3, 1}}, {{-1, 1}}} {
		if q := DegreeBands[gdp.L1](gdp.EdgeLevel, []int{5}, ends); q.Bound() > 0 {
			t.Errorf("the ends %v have the bound %v", ends, q.Bound())
		}
	}
}

// One edge moves a packing by no more than its room.
func TestEdgePackings(t *testing.T) {
	for _, x := range []struct{ sizes, most []int }{{[]int{5}, []int{1}}, {[]int{5}, []int{2}}, {[]int{5}, []int{3}}, {[]int{3, 2}, []int{1, 2}}} {
		worstOf(t, 5, EdgePackings[gdp.L1](gdp.EdgeLevel, x.sizes, x.most), false)
	}
	q := EdgePackings[gdp.L1](gdp.EdgeLevel, []int{5}, []int{1}) // a triangle more is a change of 1
	if worst, err := (smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}).Worst(q.Eval); err != nil || worst.L1.Change < 1-1.0/64 {
		t.Errorf("%v, %v: want about 1", worst.L1, err)
	}
	for _, most := range [][]int{nil, {0}, {1, 1}, {1 << 21}} {
		if q := EdgePackings[gdp.L1](gdp.EdgeLevel, []int{5}, most); q.Bound() > 0 {
			t.Errorf("the rooms %v have the bound %v", most, q.Bound())
		}
	}
}

// On larger graphs, with non-trivial programs, removing an edge never increases the packing by more
// than the slack. It never decreases it by more than the room plus the slack. If no edge is full,
// the packing equals the number of triangles.
func TestEdgePackingOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0x7061636b))
	for range 12 {
		g := must.Get(gen.GNM(14, 50, r))(t)
		var edges []graph.Edge
		for u, v := range g.Edges() {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
		less := gdptest.Graph(t, 14, edges[1:])
		for _, most := range []int{1, 2, 3} {
			slack := float64(most) / 64
			if d := packed(t, g, most) - packed(t, less, most); d < -slack || d > float64(most)+slack {
				t.Errorf("room %d: an edge moves the packing by %v", most, d)
			}
		}
		if got, want := packed(t, g, 12), float64(len(listTriangles(g))); got != want {
			t.Errorf("room for all: %v of %v triangles", got, want)
		}
	}
}

// Parts that are none, and other relations, have no bound.
func TestPartsWithoutABound(t *testing.T) {
	for _, q := range []gdp.Bounded[gdp.L1]{
		LargestDegrees[gdp.L1](gdp.EdgeLevel, nil), Components[gdp.L1](gdp.EdgeLevel, []int{3, -1, 2}),
		Components[gdp.L1](gdp.NodeLevel, []int{3}), EdgePackings[gdp.L1](gdp.GraphLevel, []int{3}, []int{1}),
	} {
		if q.Bound() > 0 {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

func packed(t *testing.T, g *graph.Graph, most int) float64 {
	t.Helper()
	return must.Get(EdgePacking(g, most))(t)
}

// Queries that differ in the parts, or in a parameter of a part, have different names.
func TestNamesOfPartsSayAll(t *testing.T) {
	names := []string{
		DegreeBands[gdp.L1](gdp.EdgeLevel, []int{5}, [][]int{{0, 2, 4}}).Name(), DegreeBands[gdp.L1](gdp.EdgeLevel, []int{5}, [][]int{{0, 3, 4}}).Name(),
		EdgePackings[gdp.L1](gdp.EdgeLevel, []int{3, 2}, []int{1, 1}).Name(), EdgePackings[gdp.L1](gdp.EdgeLevel, []int{3, 2}, []int{1, 2}).Name(), EdgePackings[gdp.L1](gdp.EdgeLevel, []int{2, 3}, []int{1, 1}).Name(),
	}
	slices.Sort(names)
	if len(slices.Compact(slices.Clone(names))) < len(names) {
		t.Errorf("two of %v are the same", names)
	}
}
