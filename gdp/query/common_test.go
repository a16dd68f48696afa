package query

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// An edge more is a common neighbour more of two nodes and some others, from three nodes on.
func TestCommonNeighbours(t *testing.T) {
	family{withoutCap(CommonNeighbours[gdp.L1]), withoutCap(CommonNeighbours[gdp.L2]), withoutCap(CommonNeighbours[gdp.LInf])}.
		all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), func(_ gdp.Relation, n, _ int) (bool, bool) { return n > 2, n > 2 })
	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 6}.Worst(CommonNeighbours[gdp.L1](gdp.EdgeLevel, 6).Eval)
	if err != nil || worst.L1.Change != 1 {
		t.Errorf("six nodes: %v, %v", worst.L1, err)
	}
}

// A node that is joined to the neighbours of another moves them by all but one of those: no bound
// for nodes is known but the number of nodes.
func TestCommonNeighboursOfANode(t *testing.T) {
	const n = 6
	worst, err := smallworld.World{Relation: gdp.NodeUnbounded, Nodes: 5}.Worst(CommonNeighbours[gdp.L1](gdp.EdgeLevel, 5).Eval)
	if err != nil || worst.L1.Change != 5-3 {
		t.Errorf("five nodes: %v, %v", worst.L1, err)
	}
	for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
		if q := CommonNeighbours[gdp.L1](rel, n); q.Bound() > 0 {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

// drawnGraph returns a random graph of one of several kinds: hubs, equal degrees, stars of
// triangles.
func drawnGraph(t *testing.T, n, kind int, r *rand.Rand) *graph.Graph {
	t.Helper()
	var g *graph.Graph
	switch kind % 4 {
	case 0:
		g = must.Get(gen.GNP(n, r.Float64(), r))(t)
	case 1:
		g = must.Get(gen.BarabasiAlbert(n, 1+r.IntN(min(5, n-1)), r))(t)
	case 2:
		g = must.Get(gen.GNM(n, min(2*n, n*(n-1)/2), r))(t)
	default: // hubs that share most of the others, in stars of triangles
		var edges []graph.Edge
		for u := int32(2); u < int32(n); u++ {
			for hub := range int32(2) {
				if r.IntN(4) > 0 {
					edges = append(edges, graph.Edge{U: hub, V: u})
				}
			}
			if u%2 == 1 {
				edges = append(edges, graph.Edge{U: u - 1, V: u})
			}
		}
		g = gdptest.Graph(t, n, edges)
	}
	return g
}

// overlapOf counts by comparing the lists of all nodes with all others.
func overlapOf(l nodeLists, u, v int32) (count int) {
	for w := range int32(len(l.first) - 1) {
		a, b := false, false
		for _, x := range l.of(w) {
			a, b = a || x == u, b || x == v
		}
		if a && b {
			count++
		}
	}
	return count
}

// Every pair of nodes with a larger overlap is found once, with its number of common lists. The
// largest overlap is correct, although most pairs are never compared.
func TestOverlaps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0x6f766572))
	for i := range 240 {
		g := drawnGraph(t, 10+r.IntN(40), i/3, r)
		l := neighbourhoods(g)
		if i%5 == 2 {
			l = firstLists(g, 1+r.IntN(6))
		}
		n := int32(g.N())
		want := map[int]int{} // how many overlap in so many
		largest := 0
		for u := range n {
			for v := range u {
				c := overlapOf(l, u, v)
				want[c]++
				largest = max(largest, c)
			}
		}
		for least := range 5 {
			got := map[int]int{}
			l.overlaps(least, []int{0, 1, effort}[i%3], func(common int) int {
				got[common]++
				return least
			})
			for c, k := range want {
				if c > least && got[c] != k {
					t.Errorf("graph %d: of %d pairs that overlap in %d nodes %d are found, asking for more than %d", i, k, c, got[c], least)
				}
				delete(got, c)
			}
			if len(got) > 0 {
				t.Errorf("graph %d: overlaps that are none: %v", i, got)
			}
		}
		raised := 0
		l.overlaps(0, 0, func(common int) int {
			raised = max(raised, common)
			return raised
		})
		if raised != largest {
			t.Errorf("graph %d: the largest overlap is %d, not %d", i, largest, raised)
		}
		found, err := CommonNeighbours[gdp.L1](gdp.EdgeLevel, g.N()).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if i%5 != 2 && (err != nil || found[0] != float64(largest)) {
			t.Errorf("graph %d: %v, %v, and the largest overlap is %d", i, found, err, largest)
		}
	}
}

// Numbers that are in both of two lists, of any lengths.
func TestShared(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 500 {
		var a, b []int32
		both := 0
		p, q := r.Float64(), r.Float64()
		for x := range int32(r.IntN(200)) {
			inA, inB := r.Float64() < p*p, r.Float64() < q*q
			if inA {
				a = append(a, x)
			}
			if inB {
				b = append(b, x)
			}
			if inA && inB {
				both++
			}
		}
		if got := shared(a, b); got != both {
			t.Fatalf("%d numbers in %v and %v, want %d", got, a, b, both)
		}
	}
}
