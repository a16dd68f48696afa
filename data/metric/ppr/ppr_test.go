package ppr

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

func build(t testing.TB, n int, pairs ...int32) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for i := 0; i < len(pairs); i += 2 {
		edges = append(edges, graph.Edge{U: pairs[i], V: pairs[i+1]})
	}
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
	return g
}

func walker(t testing.TB, g *graph.Graph, loops bool) *Walker {
	t.Helper()
	return must.Get(NewWalker(g, loops))(t)
}

func row(t testing.TB, m Method, w *Walker, root int32) Row {
	t.Helper()
	return must.Get(m.Row(w, root))(t)
}

// dense solves p = α e_v + (1-α) W p by iteration, for the walk that stays with probability
// stay and else follows a random edge, loops included.
func dense(g *graph.Graph, loops bool, alpha, stay float64, root int32) []float64 {
	n := g.N()
	p := make([]float64, n)
	for range 3000 {
		next := make([]float64, n)
		next[root] = alpha
		for u := range int32(n) {
			next[u] += (1 - alpha) * stay * p[u]
			neighbours := slices.Clone(g.Neighbors(u))
			if loops || len(neighbours) == 0 {
				neighbours = append(neighbours, u)
			}
			for _, v := range neighbours {
				next[v] += (1 - alpha) * (1 - stay) * p[u] / float64(len(neighbours))
			}
		}
		p = next
	}
	return p
}

func degree(g *graph.Graph, loops bool, u int32) float64 {
	d := g.Degree(u)
	if loops || d == 0 {
		d++
	}
	return float64(d)
}

var paper = ISTA{Alpha: 0.25, Rho: 1e-4, Gamma: 1e-4}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Small graphs whose rows were computed independently.
func TestSmallGraphs(t *testing.T) {
	path, star := build(t, 3, 0, 1, 1, 2), build(t, 5, 0, 1, 0, 2, 0, 3, 0, 4)
	for _, c := range []struct {
		name  string
		g     *graph.Graph
		loops bool
		m     ISTA
		root  int32
		want  []float64
	}{
		{"path", path, false, paper, 0, []float64{.5124, .3748, .1124}},
		{"path with loops", path, true, paper, 0, []float64{.649151, .272427, .077722}},
		{"path, exact", path, false, ISTA{.25, 1e-9, 1e-9}, 1, []float64{.1875, .625, .1875}},
		{"path with loops, exact", path, true, ISTA{.25, 1e-9, 1e-9}, 0, []float64{.649351, .272727, .077922}},
		{"star", star, false, ISTA{.25, 1e-9, 1e-9}, 0, []float64{.625, .09375, .09375, .09375, .09375}},
		{"leaf", star, false, ISTA{.25, 1e-9, 1e-9}, 1, []float64{.375, .45625, .05625, .05625, .05625}},
		{"star, ρ = 0.1", star, false, ISTA{.25, .1, 1e-9}, 0, []float64{.24, 0, 0, 0, 0}},
		{"leaf, ρ = 0.1", star, false, ISTA{.25, .1, 1e-9}, 1, []float64{.061538, .369231, 0, 0, 0}},
		{"alone", build(t, 2), true, paper, 1, []float64{0, 1 - 1e-4}},
		{"alone without a loop", build(t, 2), false, paper, 1, []float64{0, 1 - 1e-4}},
	} {
		r := row(t, c.m, walker(t, c.g, c.loops), c.root)
		for u, want := range c.want {
			near(t, c.name, r.At(int32(u)), want, 2e-6)
		}
	}
	for _, c := range []struct {
		loops bool
		want  int
	}{{false, 60}, {true, 58}} {
		if got, err := paper.sweep(walker(t, path, c.loops), 0); err != nil || got != c.want {
			t.Errorf("loops %v: %d sweeps, %v, want %d", c.loops, got, err, c.want)
		}
	}
	// A root that may keep everything keeps it.
	hub := make([]int32, 0, 2*99)
	for v := int32(1); v < 100; v++ {
		hub = append(hub, 0, v)
	}
	if r := row(t, ISTA{.25, .01, .1}, walker(t, build(t, 100, hub...), true), 0); len(r.Nodes) != 0 {
		t.Errorf("a root of degree 100 at ρ = 0.01 has %d entries", len(r.Nodes))
	}
}

// The optimality conditions of ISTA, and the residual of Push, on random graphs; the volume of the
// row; and one walker for many rows.
func TestRowsAreNearTheExactOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	worst, fullest := 0.0, 0.0
	for trial := range 60 {
		n := 5 + rng.IntN(60)
		g := must.Get(gen.GNM(n, rng.IntN(min(3*n, n*(n-1)/2)), rng))(t)
		loops := trial%2 == 0
		w := walker(t, g, loops)
		for range 3 {
			root := int32(rng.IntN(n))
			c := ISTA{Alpha: .1 + .5*rng.Float64(), Rho: math.Pow(10, -1-3*rng.Float64()), Gamma: .01}
			exact := dense(g, loops, c.Alpha, .5, root)
			r := row(t, c, w, root)
			volume, mass := 0.0, 0.0
			for u := range int32(n) {
				d := degree(g, loops, u)
				gap := (exact[u] - r.At(u)) / d
				if gap < -1e-12 || gap > (1+c.Gamma)*c.Rho {
					t.Fatalf("trial %d: entry %d is off by %v of its degree, at most %v", trial, u, gap, c.Rho)
				}
				worst = max(worst, gap/((1+c.Gamma)*c.Rho))
				if mass += r.At(u); r.At(u) > 0 {
					volume += d
				}
			}
			if volume > (1-mass)/c.Rho*(1+1e-9) {
				t.Fatalf("trial %d: volume %v, at most %v", trial, volume, (1-mass)/c.Rho)
			}
			fullest = max(fullest, volume*c.Rho/(1-mass))

			p := Push{Standard(c.Alpha), c.Rho}
			pushed := row(t, p, w, root)
			for u := range int32(n) {
				if gap := (exact[u] - pushed.At(u)) / degree(g, loops, u); gap < -1e-12 || gap > p.Epsilon {
					t.Fatalf("trial %d: push is off by %v of the degree, at most %v", trial, gap, p.Epsilon)
				}
			}
		}
	}
	if worst < .99 || fullest < .9 {
		t.Errorf("the bounds are not reached: %v, %v", worst, fullest)
	}
}

// The lazy walk with α is the standard walk with 2α/(1+α).
func TestLazyIsStandard(t *testing.T) {
	g := must.Get(gen.GNM(30, 60, rand.New(rand.NewPCG(3, 4))))(t)
	near(t, "α = .25", Standard(.25), .4, 1e-15)
	lazy, standard := dense(g, true, .25, .5, 7), dense(g, true, .4, 0, 7)
	for u := range lazy {
		near(t, "entry", lazy[u], standard[u], 1e-14)
	}
}

// Rows have the same bits one by one and on any number of cores, and in graphs so large that nodes
// are found by hashing.
func TestRowsOnAllCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	g := must.Get(gen.GNM(500, 1200, rand.New(rand.NewPCG(5, 6))))(t)
	var edges []graph.Edge
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	large, _ := must.Two(graph.FromEdges(fewNodes+1, edges, graph.Options{}))(t)
	roots := graph.Nodes(500)
	for _, m := range []Method{paper, Push{.4, 1e-4}, Push{.3, 1e-3}} {
		for _, loops := range []bool{false, true} {
			want := make([]Row, len(roots))
			for i := range want { // each by a new walker: nothing is left of other rows
				want[i] = row(t, m, walker(t, large, loops), int32(i))
			}
			for cores := 1; cores <= 3; cores++ {
				runtime.GOMAXPROCS(cores)
				rows := must.Get(Rows(g, loops, m, roots))(t)
				for i, got := range rows {
					if !slices.Equal(got.Nodes, want[i].Nodes) || !slices.Equal(got.Values, want[i].Values) {
						t.Fatalf("%T: row %d differs on %d cores", m, i, cores)
					}
				}
			}
		}
	}
}

func TestTop(t *testing.T) {
	r := Row{[]int32{1, 4, 5, 9}, []float64{.2, .5, .2, .1}}
	if top := r.Top(2); !slices.Equal(top.Nodes, []int32{1, 4}) || !slices.Equal(top.Values, []float64{.2, .5}) {
		t.Errorf("top 2: %v", top)
	}
	if top := r.Top(9); !slices.Equal(top.Nodes, r.Nodes) {
		t.Errorf("top 9: %v", top)
	}
}

func TestBadArguments(t *testing.T) {
	g := build(t, 3, 0, 1)
	directed, _ := must.Two(graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true}))(t)
	if _, err := NewWalker(directed, true); err == nil || !strings.Contains(err.Error(), "directed") {
		t.Errorf("a directed graph: %v", err)
	}
	if _, err := NewWalker(nil, true); err == nil {
		t.Error("no graph")
	}
	for _, m := range []Method{
		ISTA{0, .1, .1}, ISTA{1, .1, .1}, ISTA{.5, 0, .1}, ISTA{.5, .1, 0}, ISTA{.5, math.NaN(), .1}, Push{0, .1}, Push{.5, 0}, Push{.5, math.NaN()},
	} {
		if _, err := m.Row(walker(t, g, true), 0); err == nil {
			t.Errorf("%+v is accepted", m)
		}
		if _, err := Rows(g, true, m, nil); err == nil {
			t.Errorf("rows of %+v are accepted", m)
		}
	}
	for _, root := range []int32{-1, 3} {
		if _, err := Rows(g, true, paper, []int32{root}); err == nil {
			t.Errorf("root %d is accepted", root)
		}
	}
}
