package gen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// trianglesOf counts by all triples.
func trianglesOf(g *graph.Graph) (count int) {
	n := int32(g.N())
	for u := range n {
		for v := u + 1; v < n; v++ {
			for w := v + 1; w < n && g.HasEdge(u, v); w++ {
				if g.HasEdge(u, w) && g.HasEdge(v, w) {
					count++
				}
			}
		}
	}
	return count
}

// All degrees are kept, the number of triangles comes out as wanted where it can, and one
// source of randomness gives one graph.
func TestClose(t *testing.T) {
	for _, wanted := range []int{0, 30, 200} {
		var twice [2]*graph.Graph
		for i := range twice {
			r := rand.New(rand.NewPCG(1, 7))
			g := must.Get(BarabasiAlbert(150, 3, r))(t)
			had := trianglesOf(g)
			c := must.Get(Close(g, wanted, r))(t)
			if !slices.Equal(c.Degrees(), g.Degrees()) {
				t.Fatal("degrees have changed")
			}
			if got, want := trianglesOf(c), max(wanted, had); got < want || got > want+3 {
				t.Errorf("%d triangles of %d wanted, %d at first", got, wanted, had)
			}
			twice[i] = c
		}
		if !slices.Equal(slices.Collect(ends(twice[0])), slices.Collect(ends(twice[1]))) {
			t.Error("two graphs from one source")
		}
	}
	// A ring of six has at most two triangles; what cannot be is not waited for.
	ring, _ := must.Two(graph.FromEdges(6, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}, {U: 4, V: 5}, {U: 5, V: 0}}, graph.Options{}))(t)
	c, err := Close(ring, 1000, rand.New(rand.NewPCG(1, 1)))
	if err != nil || trianglesOf(c) != 2 {
		t.Errorf("a ring of six closes to %d triangles, %v", trianglesOf(c), err)
	}
	empty, _ := must.Two(graph.FromEdges(3, nil, graph.Options{}))(t)
	if c, err := Close(empty, 5, rand.New(rand.NewPCG(1, 1))); err != nil || c.M() != 0 {
		t.Errorf("no edges: %v", err)
	}
	arcs, _ := must.Two(graph.FromEdges(3, nil, graph.Options{Directed: true}))(t)
	for name, f := range map[string]func() error{
		"nil":          func() error { _, err := Close(nil, 1, rand.New(rand.NewPCG(1, 1))); return err },
		"directed":     func() error { _, err := Close(arcs, 1, rand.New(rand.NewPCG(1, 1))); return err },
		"a negative":   func() error { _, err := Close(ring, -1, rand.New(rand.NewPCG(1, 1))); return err },
		"no generator": func() error { _, err := Close(ring, 1, nil); return err },
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Degrees, the edges of blocks and about the clustering stay, and triangles go as far as is wanted.
func TestThin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	g := must.Get(BarabasiAlbert(400, 8, r))(t)
	blocks := make([]int32, g.N())
	for u := range blocks {
		blocks[u] = int32(u % 3)
	}
	counts := func(g *graph.Graph) (cells [3][3]int) {
		for u, v := range g.Edges() {
			cells[min(blocks[u], blocks[v])][max(blocks[u], blocks[v])]++
		}
		return cells
	}
	clustering := func(g *graph.Graph) (sum float64) {
		for u := range int32(g.N()) {
			d, joined := g.Degree(u), 0
			for i, v := range g.Neighbors(u) {
				for _, w := range g.Neighbors(u)[:i] {
					if g.HasEdge(v, w) {
						joined++
					}
				}
			}
			sum += 2 * float64(joined) / float64(max(d*(d-1), 1))
		}
		return sum
	}
	had := trianglesOf(g)
	for _, of := range [][]int32{nil, blocks} {
		thin := must.Get(Thin(g, had/2, of, rand.New(rand.NewPCG(4, 4))))(t)
		if !slices.Equal(thin.Degrees(), g.Degrees()) {
			t.Error("degrees have changed")
		}
		if of != nil && counts(thin) != counts(g) {
			t.Errorf("blocks have %v edges, before %v", counts(thin), counts(g))
		}
		if got, want := trianglesOf(thin), had/2; math.Abs(float64(got-want)) > 0.02*float64(want) {
			t.Errorf("%d triangles of %d wanted", got, want)
		}
		if got, want := clustering(thin), clustering(g); math.Abs(got-want) > 0.1*want {
			t.Errorf("clustering %v, before %v", got, want)
		}
		again := must.Get(Thin(g, had/2, of, rand.New(rand.NewPCG(4, 4))))(t)
		if !slices.Equal(slices.Collect(ends(thin)), slices.Collect(ends(again))) {
			t.Error("two graphs from one source")
		}
	}
	if same := must.Get(Thin(g, had, nil, r))(t); same != g {
		t.Error("a graph with no more triangles than wanted has changed")
	}
	for _, of := range [][]int32{{0}, make([]int32, 399), append(slices.Clone(blocks[:399]), -1), append(slices.Clone(blocks[:399]), 400)} {
		if _, err := Thin(g, 1, of, r); err == nil {
			t.Errorf("blocks of %d nodes, the last in %d, are taken", len(of), of[len(of)-1])
		}
	}
}

func ends(g *graph.Graph) func(func(graph.Edge) bool) {
	return func(yield func(graph.Edge) bool) {
		for u, v := range g.Edges() {
			if !yield(graph.Edge{U: u, V: v}) {
				return
			}
		}
	}
}
