package graph

import (
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func TestUndirectedJoinsBothDirections(t *testing.T) {
	for seed := range uint64(20) {
		edges := randomEdges(random(seed), 12, int(seed)*6)
		g := mustBuild(t, 12, edges, true)
		if want := mustBuild(t, 12, edges, false); !g.Undirected().Equal(want) {
			t.Errorf("seed %d: the undirected view is not the undirected graph of the same edges", seed)
		}
	}
	g := mustBuild(t, 3, []Edge{{0, 1}}, false)
	if g.Undirected() != g {
		t.Error("the undirected view of an undirected graph is a copy")
	}
}

// The definition: i and j are joined in the subgraph when nodes[i] and nodes[j] are in g.
func TestInduced(t *testing.T) {
	r := random(3)
	for _, directed := range []bool{false, true} {
		for range 20 {
			g := mustBuild(t, 15, randomEdges(r, 15, 60), directed)
			nodes := make([]int32, r.IntN(16))
			for i, u := range r.Perm(15)[:len(nodes)] {
				nodes[i] = int32(u)
			}
			s := must.Get(g.Induced(nodes))(t)
			var edges []Edge
			for i, u := range nodes {
				for j, v := range nodes {
					if g.HasEdge(u, v) {
						edges = append(edges, Edge{int32(i), int32(j)})
					}
				}
			}
			if want := mustBuild(t, len(nodes), edges, directed); !s.Equal(want) || !slices.Equal(s.inDegrees(), want.inDegrees()) {
				t.Errorf("directed %v, nodes %v: wrong subgraph", directed, nodes)
			}
		}
	}
}

func TestViewsRefuse(t *testing.T) {
	g := mustBuild(t, 3, []Edge{{0, 1}}, false)
	for _, c := range []struct {
		call func() error
		want string
	}{
		{func() error { _, err := g.Induced([]int32{0, 3}); return err }, "node 3 at position 1"},
		{func() error { _, err := g.Induced([]int32{-1}); return err }, "node -1 at position 0"},
		{func() error { _, err := g.Induced([]int32{2, 0, 2}); return err }, "node 2 is at positions 0 and 2"},
	} {
		if err := c.call(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// The definition: the transitive closure of "is joined to", by Warshall's algorithm.
func TestComponentsAreReachability(t *testing.T) {
	const n = 14
	r := random(8)
	for range 60 {
		g := mustBuild(t, n, randomEdges(r, n, r.IntN(20)), r.IntN(2) == 0)
		var reach [n][n]bool
		for u := range n {
			reach[u][u] = true
		}
		for u, v := range g.Edges() {
			reach[u][v], reach[v][u] = true, true
		}
		for k := range n {
			for u := range n {
				for v := range n {
					reach[u][v] = reach[u][v] || reach[u][k] && reach[k][v]
				}
			}
		}
		c := g.Components()
		firsts := 0 // components seen so far, by their smallest node
		for u := range n {
			if slices.Index(reach[u][:], true) == u {
				if int(c.Of[u]) != firsts {
					t.Fatalf("node %d opens component %d, want %d", u, c.Of[u], firsts)
				}
				firsts++
			}
			var nodes []int32
			for v := range int32(n) {
				if reach[u][v] {
					nodes = append(nodes, v)
				}
			}
			if k := c.Of[u]; !slices.Equal(c.Nodes(k), nodes) || int(c.Sizes[k]) != len(nodes) {
				t.Fatalf("node %d: component %v of size %d, want %v", u, c.Nodes(k), c.Sizes[k], nodes)
			}
		}
		if c.Count() != firsts {
			t.Fatalf("%d components, want %d", c.Count(), firsts)
		}
		if l := c.Largest(); c.Sizes[l] != slices.Max(c.Sizes) || slices.Index(c.Sizes, c.Sizes[l]) != int(l) {
			t.Fatalf("largest component %d of sizes %v", l, c.Sizes)
		}
	}
	if c := (Components{}); c.Largest() != -1 || c.Nodes(0) != nil {
		t.Error("no nodes, but a largest component")
	}
}

func BenchmarkComponents(b *testing.B) {
	g := mustBuild(b, 1_000_000, randomEdges(random(7), 1_000_000, 10_000_000), false)
	for b.Loop() {
		g.Components()
	}
}
