package query

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
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
		s := newShares(kernel)
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

// Shares are a proof that no subgraph is denser: no node gets more than the density, and each edge
// gives what it has. Of larger graphs that, and a subgraph that has as much, are checked.
func TestDensityOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for i := range 12 {
		g := drawnGraph(t, 400+r.IntN(200), 1+i%3, r)
		want := density(g)
		s := newShares(g)
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

// A clique in a sparse graph, cycles, stars, and no edge at all.
func TestDensityOfKnownGraphs(t *testing.T) {
	var clique, star, cycle []graph.Edge
	for u := range int32(9) {
		for v := range u {
			clique = append(clique, graph.Edge{U: v, V: u})
		}
		star = append(star, graph.Edge{U: 0, V: u + 1})
		cycle = append(cycle, graph.Edge{U: u, V: (u + 1) % 9})
	}
	for i := int32(9); i < 60; i++ {
		clique = append(clique, graph.Edge{U: i - 1, V: i})
	}
	for name, c := range map[string]struct {
		edges []graph.Edge
		want  float64
	}{"a clique of nine with a tail": {clique, 4}, "a star of nine edges": {star, 922. / 1024}, "a cycle": {cycle, 1}, "nothing": {nil, 0}} {
		got, err := Density[gdp.L1](gdp.EdgeLevel, 60).Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, 60, c.edges)}})
		if err != nil || got[0] != c.want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
	g, err := gen.BarabasiAlbert(20_000, 5, rand.New(rand.NewPCG(1, 1))) // none of which is dense
	if err != nil {
		t.Fatal(err)
	}
	if got := density(g); got <= 4*densityUnit || got > 5*densityUnit {
		t.Errorf("%d units a node where each brings five edges", got)
	}
}
