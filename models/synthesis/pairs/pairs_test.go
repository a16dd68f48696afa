package pairs

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

func collection(t *testing.T) *graph.Collection {
	t.Helper()
	c := new(graph.Collection)
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{40, 1, 60} {
		g := must.Get(gen.GNM(n, 2*(n-1), r))(t)
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	return c
}

func run[C any](t *testing.T, mode method.PrivateMode[C, *Result], c *graph.Collection, eps gdp.Epsilon) *Result {
	t.Helper()
	s := must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(1)))(t)
	r := must.Get(mode.Run(t.Context(), s))(t)
	if l, err := s.Ledger(); err != nil || l.Spent() > eps || l.Spent() < 0.99*eps || r.Guarantee.Proved > 1.001*eps {
		t.Errorf("%s: %v, %v, %v", mode.Mode.Name, l, r.Guarantee, err)
	}
	return r
}

// With hardly any flipped responses, they are the graphs.
func TestAnswersAreTheGraphs(t *testing.T) {
	c := collection(t)
	plain := run(t, Plain, c, 30)
	null := run(t, Null, c, 30)
	for i, w := range c.Graphs {
		if !plain.Graphs[i].Equal(w.Graph) || null.Graphs[i].N() != w.Graph.N() {
			t.Errorf("graph %d is another", i)
		}
	}
}

// Strict has the edge count up to the count's noise, from twice as many noisy edges.
func TestStrictHasTheCount(t *testing.T) {
	c := collection(t)
	r := run(t, Strict.With(Counted{CountShare: 0.4}), c, 5)
	for i, g := range r.Graphs {
		if m := c.Graphs[i].Graph.M(); g.M() > m+3 || g.M() < m-6 {
			t.Errorf("graph %d: %d edges, want %d", i, g.M(), m)
		}
	}
	if r := run(t, Plain, c, 3); r.Graphs[2].M() < 3*c.Graphs[2].Graph.M()/2 {
		t.Errorf("%d of %d edges: few answers are turned", r.Graphs[2].M(), c.Graphs[2].Graph.M())
	}
}

// The kept edges are those with the largest products of degrees.
func TestLargest(t *testing.T) {
	g := gdptest.Graph(t, 7, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 5, V: 6}})
	kept, err := largest(g, 3, rand.New(rand.NewPCG(1, 1)))
	if err != nil || kept.M() != 3 || !kept.HasEdge(0, 1) || !kept.HasEdge(0, 2) || !kept.HasEdge(1, 2) {
		t.Errorf("%v, %v", kept, err)
	}
	if all, err := largest(g, 9, rand.New(rand.NewPCG(1, 1))); err != nil || !all.Equal(g) {
		t.Errorf("%v, %v", all, err)
	}
}

// Too many false edges, directed graphs, and graphs without a pair are refused before anything is
// spent.
func TestRefusedBeforeItIsPaidFor(t *testing.T) {
	arcs, _ := must.Two(graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true}))(t)
	for says, g := range map[string]*graph.Graph{"false edges": gdptest.Graph(t, 60000, nil), "directed": arcs, "none of 1 graphs": gdptest.Graph(t, 1, nil)} {
		for _, mode := range []method.Mode{Strict.Mode, Plain.Mode} {
			s := synthesistest.Session(t, g, gdp.Budget{Epsilon: 1}, 1)
			if _, err := mode.Run(t.Context(), s, mode.Config(), nil); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, want an error with %q", err, says)
			}
			if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
				t.Errorf("%v, %v", l, err)
			}
		}
	}
}
