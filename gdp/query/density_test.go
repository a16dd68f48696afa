package query

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

func TestDegeneracy(t *testing.T) {
	family{withoutCap(Degeneracy[gdp.L1]), withoutCap(Degeneracy[gdp.L2]), withoutCap(Degeneracy[gdp.LInf])}.all(t, singles, uncapped(2), always)
}

// An edge adds a half where it is the first, and a node the most where it is the centre of a star.
func TestDensity(t *testing.T) {
	f := family{withoutCap(Density[gdp.L1]), withoutCap(Density[gdp.L2]), withoutCap(Density[gdp.LInf])}
	f.all(t, singles, uncapped(2), always)
	f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: 6}, []int{5}, func(int) (bool, bool) { return true, true })
	f.exhaust(t, smallworld.World{Relation: gdp.NodeLevel, Nodes: 6}, []int{5}, func(int) (bool, bool) { return true, true })
	if q := Density[gdp.L1](gdp.NodeLevel, 1<<20); q.Bound() > 1 {
		t.Errorf("a node moves it by %v", q.Bound())
	}
}

// densest goes through all sets of nodes.
func densest(g *graph.Graph) (most int64) {
	edges := make([]int, 1<<g.N())
	for set := 1; set < len(edges); set++ {
		u := bits.TrailingZeros(uint(set))
		rest := set &^ (1 << u)
		edges[set] = edges[rest]
		for _, v := range g.Neighbors(int32(u)) {
			edges[set] += rest >> v & 1
		}
		for most*int64(bits.OnesCount(uint(set))) < int64(edges[set])*densityUnit {
			most++
		}
	}
	return most
}

// The density is that of the densest of all sets of nodes; of some graphs that is a core, of some
// units move along several edges before one is found.
func TestDensityOfAllSets(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0x64656e73))
	cores, flows := 0, 0
	for i := range 400 {
		g := drawnGraph(t, 4+r.IntN(10), i, r)
		want := densest(g)
		if got := density(g); got != want {
			t.Errorf("graph %d of %d nodes and %d edges: %d units a node, want %d", i, g.N(), g.M(), got, want)
		}
		kernel, most := denseCore(g)
		if most == want {
			cores++
		} else {
			flows++
		}
		if most > want {
			t.Errorf("graph %d: a core has %d units a node, more than the densest subgraph's %d", i, most, want)
		}
		// Without evening out first the flow finds the same.
		s := halves(kernel)
		for more := s.settle(most); more != most; more = s.settle(most) {
			most = more
		}
		if most != want {
			t.Errorf("graph %d: by flow alone %d units a node, want %d", i, most, want)
		}
	}
	if cores == 0 || flows < 20 {
		t.Errorf("%d densest subgraphs are cores, %d others: one of two ways is not tested", cores, flows)
	}
}

// Shares prove that no subgraph is denser: no node gets more than the density, and each edge
// distributes its whole share. On larger graphs, the test checks this and a subgraph that attains
// it.
func TestDensityOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for i := range 12 {
		g := drawnGraph(t, 400+r.IntN(200), 1+i%3, r)
		want := density(g)
		s := halves(g)
		if got := s.settle(want); got != want {
			t.Errorf("graph %d: %d units a node are not enough, %d are", i, want, got)
		}
		for u, x := range s.load {
			sum := int64(0)
			for k := s.offsets[u]; k < s.offsets[u+1]; k++ {
				sum += int64(s.part[k])
				if both := s.part[k] + s.part[s.back[k]]; both != densityUnit || s.part[k] < 0 {
					t.Fatalf("graph %d: an edge gives %d units, %d of them to %d", i, both, s.part[k], u)
				}
			}
			if sum != x || x > want {
				t.Fatalf("graph %d: node %d gets %d units, at most %d are allowed and %d counted", i, u, sum, want, x)
			}
		}
		if want == 0 {
			continue
		}
		if got := s.settle(want - 1); got != want {
			t.Errorf("graph %d: with a unit less a subgraph has %d units a node, want %d", i, got, want)
		}
	}
}
