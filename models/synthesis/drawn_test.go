package synthesis

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

func session(t *testing.T, g *graph.Graph, eps gdp.Epsilon) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(1)))(t)
}

// The null control spends all of ε on an edge count, and a second run costs nothing.
func TestNull(t *testing.T) {
	g := must.Get(gen.GNM(50, 300, rand.New(rand.NewPCG(1, 1))))(t)
	s := session(t, g, 2)
	r, err := NewNull("toy").Run(t.Context(), s)
	// Discrete Laplace noise of scale ½ exceeds 12 once in 10¹⁰.
	if err != nil || r.Graph.N() != 50 || r.Graph.M() < 288 || r.Graph.M() > 312 || r.Guarantee.Proved > 2.0001 || r.Guarantee.Proved < 1.9999 {
		t.Fatalf("%v, %v", r, err)
	}
	again, err := NewNull("toy").Run(t.Context(), s)
	if l, failed := s.Ledger(); err != nil || !again.Graph.Equal(r.Graph) || failed != nil || len(l.Entries) != 1 {
		t.Errorf("the second run is another: %v, %v", err, l)
	}
}

// The noisy edge count is clipped to possible counts.
func TestEdgeCount(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(40) {
		s := must.Get(gdp.Protect(&graph.Network{Graph: gdptest.Graph(t, 3, nil)}, gdp.EdgeLevel, gdp.Budget{Epsilon: 0.1}, gdp.Seed(seed)))(t)
		m, err := EdgeCount(s, "edges", 0.1)
		if err != nil || m < 0 || m > 3 {
			t.Fatalf("%d edges, %v", m, err)
		}
		seen[m] = true
	}
	if !seen[0] || !seen[3] {
		t.Errorf("%v: noise of scale 10 leaves both ends", seen)
	}
}

// A graph that no mode supports is refused before anything is spent, in the method's name.
func TestRefusedBeforeItIsPaidFor(t *testing.T) {
	arcs, _ := must.Two(graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true}))(t)
	pair := gdptest.Graph(t, 2, nil)
	many := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{{Graph: pair}, {Graph: pair}}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}))(t)
	for says, s := range map[string]*gdp.Session{"1 nodes": session(t, gdptest.Graph(t, 1, nil), 1), "is directed": session(t, arcs, 1), "has 2 graphs": many} {
		_, err := NewNull("toy").Run(t.Context(), s)
		if err == nil || !strings.HasPrefix(err.Error(), "toy: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want an error of toy with %q", err, says)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
			t.Errorf("%v, %v", l, err)
		}
	}
}

// A plain run draws from the graph, refuses the same graphs, and proves nothing.
func TestNewPlain(t *testing.T) {
	path := gdptest.Graph(t, 3, []graph.Edge{{U: 0, V: 1}})
	toy := NewPlain("toy", method.Mode{Name: "same"}, struct{}{}, func(_ struct{}, g *graph.Graph, _ *checkpoint.Run) (*graph.Graph, error) { return g, nil })
	if r, err := toy.RunOn(t.Context(), &graph.Network{Graph: path}, 1); err != nil || !r.Graph.Equal(path) || r.Guarantee != nil {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := toy.RunOn(t.Context(), &graph.Network{Graph: gdptest.Graph(t, 1, nil)}, 1); err == nil || !strings.HasPrefix(err.Error(), "toy: ") {
		t.Errorf("%v", err)
	}
}

// The smoothing parameter is ε/(2·ln(2/δ)).
func TestBeta(t *testing.T) {
	for _, x := range []struct {
		eps   gdp.Epsilon
		delta gdp.Delta
		want  float64
	}{{2, 2 / math.E, 1}, {1, 2 / math.E, 0.5}, {8, 2e-10, 4 / (10 * math.Ln10)}} {
		if got := Beta(x.eps, x.delta); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("(%v, %v): %v, want %v", x.eps, x.delta, got, x.want)
		}
	}
}
