package dpgs

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
)

// counted counts the random numbers drawn.
type counted struct {
	rand.Source
	draws int
}

func (c *counted) Uint64() uint64 { c.draws++; return c.Source.Uint64() }

// On a large graph, draws end when no edge is possible, and not before: two nodes with ten thousand
// half-edges each get one edge, and so do two more in another class.
func TestDrawsEndWhereNoEdgeIsPossible(t *testing.T) {
	const n = large + 1
	degrees, class := make([]int32, n), make([]int32, n)
	for u := range 4 {
		degrees[u], class[u] = 1e4, int32(u/2)
	}
	from := &counted{Source: rand.NewPCG(1, 2)}
	s := newSketch(degrees, 0, nil, rand.New(from))
	s.joinWithin(class, 1e6)
	if len(s.edges) != 2 {
		t.Errorf("edges %v, want one of each class", s.edges)
	}
	if most := 30 * n; from.draws < n || from.draws > most {
		t.Errorf("%d draws, want %d … %d", from.draws, n, most)
	}
}

// stopping is a random source that cancels a context after some numbers, and counts later ones.
type stopping struct {
	rand.Source
	left, later int
	stop        func()
}

func (s *stopping) Uint64() uint64 {
	if s.left--; s.left == 0 {
		s.stop()
	} else if s.left < 0 {
		s.later++
	}
	return s.Source.Uint64()
}

// A draw ends soon after its context is cancelled, at any stage, and a watched draw equals an
// unwatched one.
func TestDrawHeedsItsContext(t *testing.T) {
	const n, each, near = 4000, 100, 100_000
	l := &likeness{most: 64, near: make([][]int32, n), class: make([]int32, n)}
	r := source(5)
	for u := range l.near {
		l.class[u] = int32(u % 2)
		for range 50 {
			if v := r.Int32N(n); v != int32(u) && !slices.Contains(l.near[u], v) {
				l.near[u] = append(l.near[u], v)
			}
		}
	}
	degrees, edges := slices.Repeat([]int32{each}, n), make([]float64, l.kinds())
	for k, list := range l.list() {
		edges[k] = float64(min(len(list)/2, near))
	}
	edges[len(edges)-2], edges[len(edges)-1] = 40_000, 40_000
	draw := func(w *gen.Watch, from rand.Source) (*graph.Graph, error) {
		return drawSimilar(l, degrees, edges, 130_000, w, rand.New(from))
	}
	from := &counted{Source: rand.NewPCG(1, 2)}
	want := must.Get(draw(nil, from))(t)
	steps := map[string]bool{}
	got, err := draw(gen.NewWatch(t.Context(), func(step string, _ float64) { steps[step] = true }), rand.NewPCG(1, 2))
	if err != nil || !got.Equal(want) || len(steps) < 4 {
		t.Errorf("a watched draw of the steps %v is another, %v", steps, err)
	}
	for i := range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		from := &stopping{Source: rand.NewPCG(1, 2), left: 1 + from.draws*i/10, stop: cancel}
		g, err := draw(gen.NewWatch(ctx, nil), from)
		if g != nil || !errors.Is(err, context.Canceled) || from.later > 100_000 {
			t.Errorf("stopped after %d tenths: %v, %d numbers later", i, err, from.later)
		}
		cancel()
	}
}

// Common neighbours and triangles are those of the graph, for nodes with few or many half-edges.
func TestSketchCountsTriangles(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for _, hubs := range []int32{20, 150} {
		degrees, class := make([]int32, 400), make([]int32, 400)
		for u := range degrees {
			if degrees[u] = 5; u < 12 {
				degrees[u] = hubs
			} else if u < 40 {
				degrees[u] = 50
			}
		}
		s := newSketch(degrees, 1e6, nil, r)
		s.joinWithin(class, 900)
		g, _ := must.Two(graph.FromEdges(400, s.edges, graph.Options{}))(t)
		s.count()
		if want, _ := metric.Triangles(g); g.M() != len(s.edges) || int(want) != s.closed.counted || want < 400 {
			t.Errorf("%d edges of which %d differ, with %d triangles; counted %d", len(s.edges), g.M(), want, s.closed.counted)
		}
		for u := range int32(400) {
			if k := len(s.neighbours(u)); k != g.Degree(u) || k+int(s.nodes[u].stubs) != int(degrees[u]) {
				t.Errorf("node %d has %d neighbours, of degree %d", u, k, g.Degree(u))
			}
		}
	}
}

// Triangles are sought until there are enough, and not beyond: waiting edges are counted when that
// decides.
func TestSketchStopsAtTheTriangleThatIsEnough(t *testing.T) {
	r := source(3)
	for wanted := range 60 {
		const n = 40
		s := newSketch(slices.Repeat([]int32{12}, n), wanted, nil, r)
		for range 400 {
			g, _ := must.Two(graph.FromEdges(n, s.edges, graph.Options{}))(t)
			if has, _ := metric.Triangles(g); s.enough() != (int(has) >= wanted) {
				t.Fatalf("%d edges have %d triangles of %d wanted, and it is said: %v", g.M(), has, wanted, s.enough())
			}
			s.join(r.Int32N(n), r.Int32N(n))
		}
	}
}
