package null

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/estimate/degrees"
)

// A control pays for its edge count with the whole budget, and is near the true count. A public
// count costs nothing, and the true one proves nothing.
func TestGraph(t *testing.T) {
	g := must.Get(gen.GNM(500, 1500, rand.New(rand.NewPCG(4, 0x6e756c6c))))(t)
	protect := func(eps gdp.Epsilon, seed uint64) *gdp.Session {
		return must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed)))(t)
	}
	s := protect(1, 5)
	for range 2 { // the second run replays the first
		r := must.Get(Graph(context.Background(), s, Paid(), nil))(t)
		// Laplace noise of scale 20: beyond 280 once in a million.
		if r.Graph.M() != r.Edges || math.Abs(float64(r.Edges)-1500) > 280 || r.Edges == 1500 {
			t.Errorf("%d edges, aimed at %d", r.Graph.M(), r.Edges)
		}
		if math.Abs(float64(r.Guarantee.Proved)-1) > 1e-9 || math.Abs(float64(r.Guarantee.Claimed)-1) > 1e-9 {
			t.Errorf("%v", r.Guarantee)
		}
	}
	r, err := Graph(context.Background(), protect(1, 7), Graphs{Shape: Uniform, Edges: 700, Dim: 3}, nil)
	if err != nil || r.Graph.M() != 700 || r.Guarantee.Proved != 0 || r.Rows.N() != 500 || r.Rows.Dim() != 3 {
		t.Errorf("%v, %v", r, err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || math.Abs(float64(l.Spent())-1) > 1e-9 {
		t.Errorf("%v, %v", l, err)
	}
	if r, err = Graph(context.Background(), protect(1, 6), Matched(), nil); err != nil || r.Graph.M() != 1500 || !math.IsInf(float64(r.Guarantee.Proved), 1) {
		t.Errorf("matched: %v, %v", r, err)
	}
	for _, c := range []Graphs{{}, {Shape: Uniform}, {Shape: Uniform, Edges: 1, Theta: 1}, {Shape: 3, Edges: 1}, {Shape: Uniform, Edges: -2}, {Shape: Uniform, Edges: 1, Dim: -1}} {
		if _, err := Graph(context.Background(), s, c, nil); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	for seed := range uint64(4) { // the noisy count never exceeds the number of pairs
		tiny := protect(1e-5, seed)
		if got, err := degrees.DrawEdges(tiny, degrees.EdgeCount(tiny, "edges", 499, 1e-5)); err != nil || got < 250 || got > 500*499/2 {
			t.Errorf("%d edges, %v", got, err)
		}
	}
}

// Rows have the law that training starts from, and cost nothing.
func TestRows(t *testing.T) {
	g := gdptest.Graph(t, 1000, []graph.Edge{{U: 0, V: 1}})
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(3)))(t)
	r := must.Get(Rows(context.Background(), s, Untrained{Dim: 24}, nil))(t)
	mean, variance := 0.0, 0.0
	for _, v := range r.Rows.Values() {
		mean += float64(v) / 24000
		variance += float64(v) * float64(v) / 24000
	}
	// 24,000 values of variance 2/1024: five standard errors.
	if math.Abs(mean) > 5*math.Sqrt(2/1024.0/24000) || math.Abs(variance*512-1) > 5*math.Sqrt(2/24000.0) {
		t.Errorf("mean %v, variance %v", mean, variance)
	}
	if r.Guarantee.Proved != 0 {
		t.Errorf("random rows cost %v", r.Guarantee)
	}
	if _, err := Rows(context.Background(), s, Untrained{}, nil); err == nil {
		t.Error("rows of no numbers")
	}
}
