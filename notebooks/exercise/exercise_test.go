package exercise

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

func build(t *testing.T, n int, edges ...graph.Edge) *graph.Graph {
	t.Helper()
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
	return g
}

func edges(g *graph.Graph) []float64 { return []float64{float64(g.M())} }

// Each check has a verdict on a missing answer, one that is no number, panics, never ends or
// returns nothing.
func TestAnswersThatAreNone(t *testing.T) {
	defer func(old time.Duration) { patience = old }(patience)
	end := make(chan struct{})
	defer close(end)
	q := Query{Exercise: "1", Relation: gdp.EdgeLevel, Norm: L1, Nodes: 3, Of: edges}
	a, b := build(t, 2), build(t, 2, graph.Edge{U: 0, V: 1})
	r := Release{Exercise: "1", Worlds: [][2]*graph.Graph{{a, b}}, Truth: func(g *graph.Graph) float64 { return float64(g.M()) }, Epsilon: 1, Error: 2}
	s := Statement{Exercise: "1", Over: []Over{{"x", 0, 1}}, Left: func(x []float64) float64 { return x[0] }}
	checks := map[string]func(answer func() float64) Verdict{
		"bound": func(f func() float64) Verdict { return BoundFor(q, func(int) float64 { return f() }) },
		"query": func(f func() float64) Verdict {
			q := q
			q.Of = func(*graph.Graph) []float64 { return []float64{f()} }
			return Bound(q, 1)
		},
		"mechanism": func(f func() float64) Verdict {
			return Mechanism(r, func(*graph.Graph, *rand.Rand) float64 { return f() })
		},
		"interval":   func(f func() float64) Verdict { return Interval("1", func(_, _ float64) float64 { return f() }) },
		"inequality": func(f func() float64) Verdict { return Inequality(s, func([]float64) float64 { return f() }) },
	}
	var list []int
	for name, check := range checks {
		for kind, x := range map[string]struct {
			answer func() float64
			state  State
			says   string
		}{
			"blank":    {func() float64 { return Blank }, Missing, ""},
			"NaN":      {math.NaN, Failed, "NaN, which is not a finite number"},
			"infinite": {func() float64 { return math.Inf(1) }, Failed, "+Inf, which is not a finite number"},
			"panic":    {func() float64 { return float64(list[3]) }, Failed, "the answer panics: runtime error: index out of range [3]"},
			"an exit":  {func() float64 { runtime.Goexit(); return 0 }, Failed, "ends its goroutine"},
		} {
			v := check(x.answer)
			if v.State != x.state || !strings.Contains(v.Says, x.says) || v.Exercise != "1" {
				t.Errorf("%s, %s: %v", name, kind, v)
			}
		}
	}
	patience = 50 * time.Millisecond
	for name, check := range checks {
		if v := check(func() float64 { <-end; return 0 }); v.State != Failed || !strings.Contains(v.Says, "no result after 50ms") {
			t.Errorf("%s without an end: %v", name, v)
		}
	}
}

// An answer that takes memory without end is stopped from being waited for.
func TestMemoryIsBounded(t *testing.T) {
	defer func(old uint64) { most = old }(most)
	most = 200 << 20
	end := make(chan struct{})
	defer close(end)
	var list [][]byte
	v := Interval("1", func(_, _ float64) float64 {
		for range 300 {
			list = append(list, make([]byte, 1<<20))
		}
		<-end
		return float64(len(list))
	})
	if v.State != Failed || !strings.Contains(v.Says, "more than 200 MiB of memory") {
		t.Error(v)
	}
}

// The smallest graphs that break a bound are drawn, with the differing edge.
func TestBoundIsBrokenBySmallGraphs(t *testing.T) {
	triangles := func(g *graph.Graph) []float64 {
		count := 0.0
		for u, v := range g.Edges() {
			for _, w := range g.Neighbors(u) {
				if g.HasEdge(w, v) {
					count += 1. / 3
				}
			}
		}
		return []float64{count}
	}
	q := Query{Relation: gdp.EdgeLevel, Norm: L1, Nodes: 5, Of: triangles}
	if v := Bound(q, 1); v.State != Wrong || !strings.Contains(v.Says, "by 2 in ℓ1") || v.Picture == nil {
		t.Errorf("triangles by 1: %v", v)
	}
	if v := BoundFor(q, func(n int) float64 { return float64(n - 2) }); v.State != Right {
		t.Errorf("triangles by n-2: %v", v)
	}
	if v := Bound(q, 3); v.State != Right { // of 5 nodes; smaller graphs have no room for three
		t.Errorf("triangles by 3: %v", v)
	}
	if v := Bound(Query{Relation: gdp.EdgeLevel, Norm: L1, Nodes: 9, Of: edges}, 1); v.State != Failed {
		t.Errorf("nine nodes: %v", v)
	}
}

// Two graphs refute a bound if they are neighbours and far apart.
func TestRefute(t *testing.T) {
	q := Query{Exercise: "1", Norm: L1, Of: edges}
	e := func(v int32) graph.Edge { return graph.Edge{U: 0, V: v} }
	for _, x := range []struct {
		rel   gdp.Relation
		a, b  []graph.Edge
		state State
		says  string
	}{
		{gdp.EdgeLevel, nil, nil, Missing, ""},
		{gdp.EdgeLevel, []graph.Edge{e(1)}, []graph.Edge{e(1)}, Wrong, "are the same"},
		{gdp.EdgeLevel, []graph.Edge{e(1)}, []graph.Edge{e(1), e(2), e(3)}, Wrong, "differ in 2 edges"},
		{gdp.NodeLevel, []graph.Edge{e(1)}, []graph.Edge{e(1), e(2), e(3)}, Right, "changes by 2, more than the claimed 1"},
		{gdp.NodeLevel, []graph.Edge{{U: 2, V: 3}}, []graph.Edge{e(1)}, Wrong, "no node in common"},
		{gdp.EdgeLevel, []graph.Edge{}, []graph.Edge{e(1)}, Wrong, "which the bound 1 allows"},
		{gdp.EdgeLevel, []graph.Edge{}, []graph.Edge{e(7)}, Failed, "7"},
	} {
		q.Relation = x.rel
		if v := Refute(q, 1, 4, x.a, x.b); v.State != x.state || !strings.Contains(v.Says, x.says) {
			t.Errorf("%v and %v: %v, want %q", x.a, x.b, v, x.says)
		}
	}
}

// An inequality is refuted where it fails, be it at a corner or between the points of a grid.
func TestInequality(t *testing.T) {
	s := Statement{Over: []Over{{"q", 0, 1}, {"ε", 0, 3}}, Left: func(x []float64) float64 { return math.Log1p(x[0] * math.Expm1(x[1])) }}
	if v := Inequality(s, func(x []float64) float64 { return x[0] * x[1] }); v.State != Wrong || !strings.Contains(v.Says, "at q = 0.") {
		t.Errorf("q·ε: %v", v)
	}
	if v := Inequality(s, func(x []float64) float64 { return x[1] }); v.State != Right {
		t.Errorf("ε: %v", v)
	}
	s.Within = 1.01
	if v := Inequality(s, func(x []float64) float64 { return x[1] }); v.State != Loose {
		t.Errorf("ε, where it is to be near: %v", v)
	}
	needle := Statement{Over: []Over{{"x", 0, 1}}, Left: func(x []float64) float64 {
		return max(0, 0.0004-math.Abs(x[0]-0.50037)) // narrower than the steps of the grid are wide
	}}
	if v := Inequality(needle, func([]float64) float64 { return 0.00039 }); v.State != Wrong {
		t.Errorf("a needle: %v", v)
	}
}

// A verdict shows its hints unless it is right, and no mark-up of an answer is taken for its own.
func TestVerdictIsShown(t *testing.T) {
	v := Verdict{Exercise: "51.1", State: Wrong, Says: "1 < 2"}
	if text := v.HTML(); strings.Count(text, "<details>") != 2 || !strings.Contains(text, "1 &lt; 2") {
		t.Error(text)
	}
	v.State = Right
	if text := v.HTML(); strings.Contains(text, "<details>") || !strings.Contains(text, "<b>Why:</b> An edge has two ends") {
		t.Error(text)
	}
	for _, x := range []string{"", "51", "99.9", "51.1\n"} {
		if _, err := Hint(x, 1); err == nil {
			t.Errorf("a hint for %q", x)
		}
	}
}

// A check that nothing is given to finds nothing right, and does not panic.
func TestNothingToCheck(t *testing.T) {
	zero := func([]float64) float64 { return 0 }
	for name, v := range map[string]Verdict{
		"bound":        Bound(Query{}, 1),
		"no query":     Bound(Query{Relation: gdp.EdgeLevel, Nodes: 3}, 1),
		"refute":       Refute(Query{}, 1, 0, nil, nil),
		"no such node": Refute(Query{Relation: gdp.EdgeLevel, Of: edges}, 1, -1, []graph.Edge{}, nil),
		"mechanism":    Mechanism(Release{}, nil),
		"expose":       Expose(Release{}, gdp.EdgeLevel, nil, 2, []graph.Edge{}, []graph.Edge{{U: 0, V: 1}}),
		"interval":     Interval("", nil),
		"inequality":   Inequality(Statement{}, zero),
		"no left side": Inequality(Statement{Over: []Over{{"x", 0, 1}}}, zero),
		"spend":        Spend("", 0, nil),
		"signature":    Signature(Nameless{}, nil),
		"lost":         Lost(Synthetic{}, nil),
		"resembles":    Resembles(Synthetic{}, []Wanted{{}}, nil),
		"link":         Link(Embedded{}, nil),
		"fault":        Fault("", nil, 1),
	} {
		if v.State == Right || v.State == Loose || v.String() == "" || v.HTML() == "" {
			t.Errorf("%s: %v", name, v)
		}
	}
}

// An audit finds distinguishable graphs at any position in the list of pairs. Gaussian noise at its
// own δ does not count as broken.
func TestEveryPairOfWorlds(t *testing.T) {
	a, b := build(t, 3), build(t, 3, graph.Edge{U: 0, V: 1})
	c := build(t, 3, graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2})
	r := Release{Worlds: [][2]*graph.Graph{{a, b}, {b, c}}, Truth: func(g *graph.Graph) float64 { return float64(g.M()) }, Epsilon: 1, Error: 10}
	// The noise is enough for an empty graph and its neighbour alone.
	v := Mechanism(r, func(g *graph.Graph, noise *rand.Rand) float64 {
		scale := 1.0
		if g.M() > 1 {
			scale = 0.1
		}
		return float64(g.M()) + scale*(noise.ExpFloat64()-noise.ExpFloat64())
	})
	if v.State != Wrong || !strings.Contains(v.Says, "ε ≥ ") {
		t.Error(v)
	}
	gaussian := func(g *graph.Graph, noise *rand.Rand) float64 { return float64(g.M()) + 3*noise.NormFloat64() }
	if r.Delta = 0.01; Mechanism(r, gaussian).State != Right {
		t.Error(Mechanism(r, gaussian))
	}
}
