package query

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// fourCyclesOf is the query that allows so many common neighbours.
func fourCyclesOf(common int) family {
	return family{
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L1] { return FourCycles[gdp.L1](rel, n, cap, common) },
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L2] { return FourCycles[gdp.L2](rel, n, cap, common) },
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.LInf] {
			return FourCycles[gdp.LInf](rel, n, cap, common)
		},
	}
}

// An edge changes the count by at most the bound. It attains the bound if nothing is capped and
// there are enough nodes: removing an edge of a complete bipartite graph.
func TestFourCycles(t *testing.T) {
	for n := 4; n <= 6; n++ {
		w := smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}
		for common := 2; common <= n-2; common++ {
			caps := from(2)(n)
			if n == 6 { // a few, for time
				caps = map[int][]int{2: {3}, 3: {3}, 4: {5}}[common]
			}
			fourCyclesOf(common).exhaust(t, w, caps, func(cap int) (bool, bool) {
				tight := cap == n-1 && common == n-2 || common == cap && 2*cap <= n
				return tight, tight
			})
		}
	}
	fourCyclesOf(2).exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: 4, Directed: true}, []int{2, 3}, func(cap int) (bool, bool) { return true, true })
	for _, x := range []struct{ cap, common int }{{3, 1}, {1, 3}, {3, 0}, {0, 3}, {3, -5}} {
		if q := FourCycles[gdp.L1](gdp.EdgeLevel, 6, x.cap, x.common); q.Bound() > 0 {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
	if q := FourCycles[gdp.L1](gdp.NodeLevel, 6, 3, 3); q.Bound() > 0 {
		t.Errorf("%s has the bound %v", q.Name(), q.Bound())
	}
	if q := FourCycles[gdp.L1](gdp.EdgeLevel, 1<<30, 1<<30, 1<<30); q.Bound() > 0 {
		t.Errorf("%s has the bound %v", q.Name(), q.Bound())
	}
}

// The count equals its definition over all pairs. With sufficient caps it equals the number of
// cycles.
func TestFourCyclesOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 15))
	for i := range 60 {
		g := drawnGraph(t, 5+r.IntN(12), i, r)
		n := int32(g.N())
		cycles := 0 // u, v, w, x with u the least and v < x
		for u := range n {
			for _, v := range g.Neighbors(u) {
				for _, w := range g.Neighbors(v) {
					for _, x := range g.Neighbors(w) {
						if u < v && u < w && v < x && g.HasEdge(u, x) {
							cycles++
						}
					}
				}
			}
		}
		largest := 0
		for u := range n {
			largest = max(largest, g.Degree(u))
		}
		if got := fourCycles(g, largest, int(n)); got != float64(cycles) {
			t.Errorf("graph %d: %v cycles, want %d", i, got, cycles)
		}
		for cap := 1; cap < 9; cap += 2 {
			l := firstLists(g, cap)
			for common := 1; common < 5; common++ {
				want := 0
				for u := range n {
					for v := range u {
						for c := range overlapOf(l, u, v) {
							want += min(c, common-1)
						}
					}
				}
				got, err := FourCycles[gdp.L1](gdp.EdgeLevel, int(n), cap, common).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
				if err != nil || got[0] != float64(want)/2 {
					t.Errorf("graph %d, %d neighbours, %d common: %v, %v, want half of %d", i, cap, common, got, err, want)
				}
			}
		}
	}
}
