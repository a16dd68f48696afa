package netgan

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

func graphOf(t testing.TB, n int, edges ...graph.Edge) *graph.Graph {
	t.Helper()
	return gdptest.Graph(t, n, edges)
}

func ring(t testing.TB, n int) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for u := range int32(n) {
		edges = append(edges, graph.Edge{U: u, V: (u + 1) % int32(n)})
	}
	return graphOf(t, n, edges...)
}

func collection(graphs ...*graph.Graph) *graph.Collection {
	c := new(graph.Collection)
	for _, g := range graphs {
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	return c
}

// A trained generator walks along edges, which it never reads, several times as often as before,
// and a graph assembled from its walks shares most edges with the original.
func TestEdgesAreLearned(t *testing.T) {
	g := ring(t, 8)
	share := func(steps int) (along, shared float64) {
		c := NonPrivate.Settings
		c.Steps, c.Rate, c.Length, c.Batch, c.Hidden, c.Judge, c.Down = 150, 0.01, 6, 16, 16, 16, 16
		m := must.Get(newModel(g, c, random(1), map[networks]*compiled{}))(t)
		defer m.close()
		for i := range steps {
			must.Do(t, m.step(i))
		}
		const batches = 30
		for range batches {
			w := must.Get(m.writeWalks(0.5))(t)
			for k := 1; k < len(w); k++ {
				for b, v := range w[k] {
					if g.HasEdge(w[k-1][b], v) {
						along += 1 / float64(batches*c.Batch*(len(w)-1))
					}
				}
			}
		}
		x, _ := must.Two(m.draw())(t)
		if x.N() != g.N() || x.M() != g.M() {
			t.Errorf("%v for %v", x, g)
		}
		for u, v := range x.Edges() {
			if g.HasEdge(u, v) {
				shared += 1 / float64(g.M())
			}
		}
		return along, shared
	}
	before, few := share(0)
	after, most := share(150)
	t.Logf("%.3f of steps and %.3f of edges before, %.3f and %.3f after", before, few, after, most)
	if after < 2*before || most <= few {
		t.Errorf("%.3f of steps are along edges without training, %.3f with it; %.3f and %.3f of the edges are the graph's", before, after, few, most)
	}
}

// Graphs have the wanted number of edges, only at pairs that walks contain, and one at each node on
// a walk; a node chooses its partner by score. Correct code fails with probability below 10⁻⁶ for
// another seed (Hoeffding, 20,000 samples).
func TestAssembling(t *testing.T) {
	s := newScores(5)
	s.add(walks{{0, 1, 0, 0}, {1, 2, 3, 3}, {2, 3, 0, 0}})
	for edges := range 7 {
		list := s.assemble(edges, random(uint64(edges)))
		if want := min(edges, 4); len(list) != want {
			t.Errorf("%d edges, want %d", len(list), want)
		}
		seen := map[int32]bool{}
		for _, e := range list {
			if seen[e.U], seen[e.V] = true, true; s.of(int(e.U), int(e.V)) == 0 {
				t.Errorf("edge %v is on no walk", e)
			}
		}
		if edges >= 4 && len(seen) != 4 {
			t.Errorf("%d nodes have an edge, want 4", len(seen))
		}
	}
	const draws = 20000
	share, rng := map[graph.Edge]float64{}, random(9)
	for range draws {
		share[s.assemble(1, rng)[0]] += 1. / draws
	}
	// The scores of 0-1 and 2-3 are 1, those of 1-2 and 0-3 are 2. Node 4 is on no walk and is
	// skipped.
	for e, want := range map[graph.Edge]float64{
		{U: 0, V: 1}: 1. / 6, {U: 1, V: 2}: 1. / 3, {U: 2, V: 3}: 1. / 6, {U: 0, V: 3}: 1. / 3,
	} {
		if math.Abs(share[e]-want) > 0.02 {
			t.Errorf("edge %v is the first with probability %.3f, want %.3f", e, share[e], want)
		}
	}
}

// A graph of a collection has its own networks, independent of the others; classes are kept, and
// isolated nodes stay isolated.
func TestApart(t *testing.T) {
	loose := graphOf(t, 6, graph.Edge{U: 1, V: 3}, graph.Edge{U: 3, V: 5}, graph.Edge{U: 1, V: 5})
	one := collection(loose, ring(t, 5))
	one.Labels, one.Classes = []int32{1, 0}, []string{"a", "b"}
	a := must.Get(NonPrivate.With(narrow()).RunOnCollection(t.Context(), one, 1))(t)
	b := must.Get(NonPrivate.With(narrow()).RunOnCollection(t.Context(), collection(loose, ring(t, 9)), 1))(t)
	if !a.Graphs[0].Equal(b.Graphs[0]) || a.Apart[0] != b.Apart[0] || a.Apart[1] == b.Apart[1] || !reflect.DeepEqual(a.Labels, one.Labels) {
		t.Errorf("%v and %v, %v", a.Graphs[0], b.Graphs[0], a.Labels)
	}
	if g := a.Graphs[0]; g.N() != 6 || g.Degree(0)+g.Degree(2)+g.Degree(4) != 0 || g.Degree(1) == 0 {
		t.Errorf("degrees %v", g.Degrees())
	}
}

// Impossible inputs are refused with a reason.
func TestBadInput(t *testing.T) {
	for want, of := range map[string]*graph.Collection{
		"graph 1 has no nodes": collection(ring(t, 4), graphOf(t, 0)), "graph 0 has 5000 nodes": collection(graphOf(t, 5000)),
	} {
		if _, err := NonPrivate.With(narrow()).RunOnCollection(t.Context(), of, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
