package gen

import (
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

// Degrees are preserved, the number of triangles is as requested if possible, and one source of
// randomness gives one graph.
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
	// A ring of six has at most two triangles; impossible targets end soon.
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

func ends(g *graph.Graph) func(func(graph.Edge) bool) {
	return func(yield func(graph.Edge) bool) {
		for u, v := range g.Edges() {
			if !yield(graph.Edge{U: u, V: v}) {
				return
			}
		}
	}
}
