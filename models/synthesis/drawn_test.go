package synthesis

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

type toy struct{ Fault bool }

func (c toy) Check() error {
	if c.Fault {
		return errors.New("toy: at fault")
	}
	return nil
}

func (toy) draw(run *checkpoint.Run) (*graph.Graph, error) { return Uniform(run) }

func session(t *testing.T, g *graph.Graph, eps gdp.Epsilon) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The control spends all of ε on a number of edges, and a second run costs nothing.
func TestRun(t *testing.T) {
	g, err := gen.GNM(50, 300, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	s := session(t, g, 2)
	var before *Result
	for range 2 {
		r, err := Run(t.Context(), s, "toy", toy{}, nil, toy.draw)
		if err != nil {
			t.Fatal(err)
		}
		// Discrete Laplace noise of scale ½: beyond 12 once in 10¹⁰.
		if r.Graph.N() != 50 || r.Graph.M() < 288 || r.Graph.M() > 312 || r.Guarantee.Proved > 2.0001 || r.Guarantee.Proved < 1.9999 {
			t.Errorf("%d nodes, %d edges, %v", r.Graph.N(), r.Graph.M(), r.Guarantee)
		}
		if before != nil && !r.Graph.Equal(before.Graph) {
			t.Error("the second run is another")
		}
		before = r
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("%v, %v", l, err)
	}
}

// A number of edges is one that a graph can have.
func TestEdgeCount(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(40) {
		s, err := gdp.Protect(&graph.Network{Graph: gdptest.Graph(t, 3, nil)}, gdp.EdgeLevel, gdp.Budget{Epsilon: 0.1}, gdp.Seed(seed))
		if err != nil {
			t.Fatal(err)
		}
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

// What cannot be drawn is refused before anything is paid for, in the method's name.
func TestRefusedBeforeItIsPaidFor(t *testing.T) {
	arcs, _, err := graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	pair := gdptest.Graph(t, 2, nil)
	hidden, err := gdp.Protect(&graph.Network{Graph: pair}, gdp.NodeLevel, gdp.Budget{Epsilon: 1})
	if err != nil {
		t.Fatal(err)
	}
	many, err := gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{{Graph: pair}, {Graph: pair}}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
	if err != nil {
		t.Fatal(err)
	}
	for says, c := range map[string]struct {
		s      *gdp.Session
		config Config
	}{
		"1 nodes": {session(t, gdptest.Graph(t, 1, nil), 1), toy{}}, "directions": {session(t, arcs, 1), toy{}}, "no configuration": {session(t, pair, 1), nil},
		"at fault": {session(t, pair, 1), toy{true}}, "relation node": {hidden, toy{}}, "of 2 graphs": {many, toy{}}, "of 0 nodes": {nil, toy{}},
	} {
		_, err := Run(t.Context(), c.s, "toy", c.config, nil, func(Config, *checkpoint.Run) (*graph.Graph, error) { return pair, nil })
		if err == nil || !strings.HasPrefix(err.Error(), "toy: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want an error of toy with %q", err, says)
		}
		if l, err := c.s.Ledger(); c.s != nil && (err != nil || len(l.Entries) > 0) {
			t.Errorf("%v, %v", l, err)
		}
	}
}

// A run in the clear draws from the graph, refuses the same, and proves nothing.
func TestRunPlain(t *testing.T) {
	path := gdptest.Graph(t, 3, []graph.Edge{{U: 0, V: 1}})
	same := func(_ toy, g *graph.Graph, _ *checkpoint.Run) (*graph.Graph, error) { return g, nil }
	r, err := RunPlain(t.Context(), &graph.Network{Graph: path}, "toy", toy{}, 1, nil, same)
	if err != nil || !r.Graph.Equal(path) || r.Guarantee != nil {
		t.Errorf("%v, %v", r, err)
	}
	for _, net := range []*graph.Network{nil, {}, {Graph: gdptest.Graph(t, 1, nil)}} {
		if _, err := RunPlain(t.Context(), net, "toy", toy{}, 1, nil, same); err == nil || !strings.HasPrefix(err.Error(), "toy: ") {
			t.Errorf("%v", err)
		}
	}
}

// Smooth sensitivity may change by a factor of exp(ε/(2·ln(2/δ))).
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
