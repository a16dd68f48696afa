package graphrnn

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

func collection(graphs ...*graph.Graph) *graph.Collection {
	c := new(graph.Collection)
	for _, g := range graphs {
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	return c
}

// learned returns settings that train quickly on a small graph.
func learned(steps int) Unprotected {
	return Unprotected{Layers: 1, Hidden: 24, Embedding: 12, EdgeHidden: 12, EdgeEmbedding: 6, Batch: 4, Steps: steps, Rate: 0.01}
}

// drawnFrom trains on a graph and draws more graphs than a run does.
func drawnFrom(t *testing.T, g *graph.Graph, steps, draws int) (list []*graph.Graph) {
	t.Helper()
	m := must.Get(newModel([]*graph.Graph{g}, learned(steps), random(0), map[network]*compiled{}))(t)
	defer m.descent.Close()
	for i := range steps {
		must.Do(t, m.step(i))
	}
	for range draws {
		one := must.Get(m.draw())(t)
		list = append(list, one...)
	}
	return list
}

// After training on a ring the network draws rings of about its length: connected graphs of degree
// 2. An untrained one draws none.
func TestRingsAreLearned(t *testing.T) {
	rings := func(steps int) (count int, apart float64) {
		for _, g := range drawnFrom(t, ring(t, 10), steps, 40) {
			round := g.N() > 2 && g.M() == g.N() && len(g.Components().Sizes) == 1
			for u := range int32(g.N()) {
				round = round && g.Degree(u) == 2
			}
			if round {
				count++
			}
			apart += math.Abs(float64(g.N()-10)) / 40
		}
		return count, apart
	}
	none, far := rings(0)
	many, near := rings(400)
	t.Logf("untrained %d of 40 and %.2f nodes apart, trained %d and %.2f", none, far, many, near)
	if none > 2 || many < 30 || near > 1 || near > far/2 {
		t.Errorf("%d of 40 graphs are rings without training, %d with it; they are %.2f and %.2f nodes apart from 10", none, many, far, near)
	}
}

// One network for all graphs trains on all of them, and draws as many.
func TestTogether(t *testing.T) {
	c := learned(150)
	c.Together = true
	of := collection(ring(t, 6), ring(t, 8), ring(t, 7))
	of.Labels, of.Classes = []int32{0, 1, 0}, []string{"even", "odd"}
	r := must.Get(NonPrivate.With(c).RunOnCollection(t.Context(), of, 1))(t)
	if len(r.Graphs) != 3 || !reflect.DeepEqual(r.Labels, of.Labels) || len(r.Bandwidths) != 1 || r.Bandwidths[0] != 2 || len(r.Losses) != 1 {
		t.Errorf("%d graphs, classes %v, bandwidths %v, losses %v", len(r.Graphs), r.Labels, r.Bandwidths, r.Losses)
	}
	if !(r.Losses[0] < 0.4) {
		t.Errorf("a loss of %.3f", r.Losses[0])
	}
}

// A graph of a collection has its own network, independent of the others.
func TestApart(t *testing.T) {
	c := narrow()
	a := must.Get(NonPrivate.With(c).RunOnCollection(t.Context(), collection(ring(t, 6), grid(t, 3)), 1))(t)
	b := must.Get(NonPrivate.With(c).RunOnCollection(t.Context(), collection(ring(t, 6), ring(t, 12)), 1))(t)
	if !a.Graphs[0].Equal(b.Graphs[0]) || a.Losses[0] != b.Losses[0] {
		t.Error("the network of the first graph depends on the second one")
	}
	if a.Losses[1] == b.Losses[1] {
		t.Error("the network of the second graph does not depend on it")
	}
}

// The rate decreases as in the paper, at 400 and 1,000 of 3,000 epochs.
func TestRates(t *testing.T) {
	c := Unprotected{Steps: 3000, Rate: 1}
	for step, want := range map[int]float64{0: 1, 399: 1, 400: 0.3, 999: 0.3, 1000: 0.09, 2999: 0.09} {
		if got := c.rate(step); math.Abs(got-want) > 1e-12 {
			t.Errorf("the rate of step %d is %v, want %v", step, got, want)
		}
	}
}

// Impossible inputs are refused with a reason.
func TestBadInput(t *testing.T) {
	wide := narrow()
	wide.Batch = 1 << 12
	star := make([]graph.Edge, 1999)
	for i := range star {
		star[i] = graph.Edge{U: 0, V: int32(i + 1)}
	}
	for want, of := range map[string]*graph.Collection{
		"graph 1 has no nodes": collection(ring(t, 4), graphOf(t, 0)), "graph 0 has 2000 nodes and bandwidth": collection(graphOf(t, 2000, star...)),
	} {
		if _, err := NonPrivate.With(wide).RunOnCollection(t.Context(), of, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
