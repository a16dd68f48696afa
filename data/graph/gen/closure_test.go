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

// Swaps reach triangles and clustering, and keep degrees and the edges of blocks.
func TestMatch(t *testing.T) {
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
	had, was := float64(trianglesOf(g)), clustering(g)
	for name, c := range map[string]struct{ triangles, clustering Target }{
		"fewer triangles":         {Target{Value: had / 2}, Target{Value: was}},
		"more of both":            {Target{Value: 1.3 * had}, Target{Value: 1.2 * was}},
		"less clustering":         {Target{Value: had}, Target{Value: 0.7 * was}},
		"clustering unknown":      {Target{Value: had / 3}, Target{Error: math.Inf(1)}},
		"clustering hardly known": {Target{Value: had / 2, Error: 1}, Target{Value: 40 * was, Error: 1e6}},
		"more triangles than fit": {Target{Value: 1e9}, Target{Error: math.Inf(1)}},
		"triangles below zero":    {Target{Value: -5, Error: 30}, Target{Error: math.Inf(1)}},
		"nothing to do":           {Target{Value: had}, Target{Value: was}},
	} {
		for _, of := range [][]int32{nil, blocks} {
			match := func() *graph.Graph {
				return must.Get(Match(g, c.triangles, c.clustering, of, rand.New(rand.NewPCG(4, 4))))(t)
			}
			got := match()
			if !slices.Equal(got.Degrees(), g.Degrees()) {
				t.Errorf("%s: degrees have changed", name)
			}
			if of != nil && counts(got) != counts(g) {
				t.Errorf("%s: blocks have %v edges, before %v", name, counts(got), counts(g))
			}
			for what, x := range map[string]struct {
				got  float64
				want Target
			}{"triangles": {float64(trianglesOf(got)), c.triangles}, "clustering": {clustering(got), c.clustering}} {
				within := 0.02*math.Abs(x.want.Value) + x.want.Error
				if x.want.Value == 1e9 { // as many as swaps find
					within = 1e9 - 1.2*had
				}
				if math.Abs(x.got-x.want.Value) > within {
					t.Errorf("%s: %s of %v, want %v", name, what, x.got, x.want)
				}
			}
			if !slices.Equal(slices.Collect(ends(got)), slices.Collect(ends(match()))) {
				t.Errorf("%s: two graphs from one source", name)
			}
		}
	}
	for _, of := range [][]int32{{0}, make([]int32, 399), append(slices.Clone(blocks[:399]), -1), append(slices.Clone(blocks[:399]), 400)} {
		if _, err := Match(g, Target{}, Target{}, of, r); err == nil {
			t.Errorf("blocks of %d nodes, the last in %d, are taken", len(of), of[len(of)-1])
		}
	}
	for _, bad := range []Target{{Value: math.NaN()}, {Value: math.Inf(1)}, {Error: -1}, {Error: math.NaN()}} {
		if _, err := Match(g, bad, Target{}, nil, r); err == nil {
			t.Errorf("a target %v is taken", bad)
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
