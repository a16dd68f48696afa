package degrees

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// star is a session on a star of 200 leaves and 99 nodes without edges.
func star(t *testing.T, rel gdp.Relation, b gdp.Budget) *gdp.Session {
	t.Helper()
	const leaves, n = 200, 300
	var edges []graph.Edge
	for v := int32(1); v <= leaves; v++ {
		edges = append(edges, graph.Edge{U: 0, V: v})
	}
	g := gdptest.Graph(t, n, edges)
	options := []gdp.Option{gdp.Seed(1)}
	if rel == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(400))
	}
	return must.Get(gdp.Protect(&graph.Network{Graph: g}, rel, b, options...))(t)
}

// spent checks that a session has spent its whole budget, in one entry, and that it is
// proved.
func spent(t *testing.T, s *gdp.Session, want gdp.Epsilon) {
	t.Helper()
	l := must.Get(s.Ledger())(t)
	g, err := s.Guarantee()
	if err != nil || len(l.Entries) != 1 || math.Abs(float64(g.Proved-want)) > 1e-6*float64(want) {
		t.Errorf("%v: %v, %v, want ε = %v", l, g, err, want)
	}
}

// Noisy degrees have the noise that ε asks for, no more and no less: the residuals of 300
// nodes have its variance, within 6 standard errors (a fourth moment of 6 variances squared;
// false alarm below 10⁻⁸), and cost all of ε without a δ.
func TestLaplace(t *testing.T) {
	for _, eps := range []gdp.Epsilon{0.5, 1, 4} {
		s := star(t, gdp.EdgeLevel, gdp.Budget{Epsilon: eps})
		r := must.Get(Laplace(s, "degrees", eps))(t)
		spent(t, s, eps)
		a := math.Exp(-float64(eps) / 2) // an edge moves two degrees
		want := 0.0
		for k := range 10_000 {
			want += 2 * float64(k*k) * math.Pow(a, float64(k)) * (1 - a) / (1 + a)
		}
		if math.Abs(r.SD*r.SD-want) > 1e-9*want || r.Multiplier != 1/float64(eps) {
			t.Errorf("ε = %v: noise of variance %v and multiplier %v, want %v", eps, r.SD*r.SD, r.Multiplier, want)
		}
		squares := 0.0
		for u, d := range r.Degrees {
			truth := 0.0
			switch {
			case u == 0:
				truth = 200
			case u <= 200:
				truth = 1
			}
			squares += (d - truth) * (d - truth) / want
		}
		if math.Abs(squares-300) > 6*math.Sqrt(5.5*300) {
			t.Errorf("ε = %v: 300 residuals have the sum of squares %v", eps, squares)
		}
	}
	if _, err := Laplace(star(t, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}), "degrees", 0); err == nil {
		t.Error("Laplace noise at ε = 0")
	}
}

// With hardly any noise, the distribution is that of the degrees capped at theta.
func TestDistribution(t *testing.T) {
	const eps = 400
	for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
		s := star(t, rel, gdp.Budget{Epsilon: eps})
		got := must.Get(Distribution(s, "degrees", 3, eps))(t)
		spent(t, s, eps)
		if len(got) != 300 || !slices.IsSorted(got) || got[98] != 0 || slices.Max(got) > 3 {
			t.Errorf("%v: %d degrees, %v", rel, len(got), got)
		}
	}
}

func TestTheta(t *testing.T) {
	for eps, want := range map[gdp.Epsilon]int{1: 22, 4: 44, 1e-9: 1, 0.25: 11} {
		if got := Theta(eps); got != want {
			t.Errorf("Theta(%v) = %d, want %d", eps, got, want)
		}
	}
}

// A number of edges is that of the graph, capped, and one that a graph can have in which
// every node has a neighbour.
func TestEdgeCount(t *testing.T) {
	const eps = 400
	s := star(t, gdp.EdgeLevel, gdp.Budget{Epsilon: eps})
	got, err := DrawEdges(s, EdgeCount(s, "edges", 299, eps))
	if err != nil || got != 200 {
		t.Errorf("%d, %v", got, err)
	}
	spent(t, s, eps)
	s = star(t, gdp.NodeLevel, gdp.Budget{Epsilon: eps})
	if got, err := DrawEdges(s, EdgeCount(s, "edges", 3, eps)); err != nil || got != 150 { // 3 counted, fewer than 300/2
		t.Errorf("%d, %v", got, err)
	}
	for seed := range 8 { // noise of scale 10⁵ goes beyond both ends
		s := star(t, gdp.EdgeLevel, gdp.Budget{Epsilon: 1e-5 / gdp.Epsilon(1+seed)})
		got, err := DrawEdges(s, EdgeCount(s, fmt.Sprint(seed), 299, s.Budget().Epsilon))
		if err != nil || got < 150 || got > 300*299/2 {
			t.Errorf("%d, %v", got, err)
		}
	}
}

// The true number of edges costs nothing, and nothing is proved of it.
func TestTrueEdges(t *testing.T) {
	s := star(t, gdp.NodeLevel, gdp.Budget{Epsilon: 1})
	got, err := TrueEdges(s, "[TEST]")
	if err != nil || got != 200 {
		t.Errorf("%d, %v", got, err)
	}
	g, err := s.Guarantee()
	if err != nil || g.Claimed != 0 || !math.IsInf(float64(g.Proved), 1) || g.Reason == "" {
		t.Errorf("%v, %v", g, err)
	}
}
