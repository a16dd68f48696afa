package dpgs

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"gonum.org/v1/gonum/floats"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x64706773)) }

// without returns a graph without one of its edges.
func without(t testing.TB, g *graph.Graph, u, v int32) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for a, b := range g.Edges() {
		if a != u || b != v {
			edges = append(edges, graph.Edge{U: a, V: b})
		}
	}
	h, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
	if err != nil || h.M() != g.M()-1 {
		t.Fatalf("%d edges of %d, %v", h.M(), g.M(), err)
	}
	return h
}

// An edge is in one cell, whatever the clusters: it changes the table by 1.
func TestAnEdgeIsInOneCell(t *testing.T) {
	r := source(1)
	for range 40 {
		n := 2 + r.IntN(12)
		k := 2 + r.IntN(n-1)
		g := must.Get(gen.GNP(n, 0.4, r))(t)
		clusters := randomClusters(n, k, r)
		q := countQuery("test", clusters, k)
		eval := func(g *graph.Graph) []float64 {
			return must.Get(q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
		}
		all := eval(g)
		sum := floats.Sum(all)
		if len(all) != k*(k+1)/2 || sum != float64(g.M()) {
			t.Fatalf("%d cells of %d clusters with %v edges of %d", len(all), k, sum, g.M())
		}
		for u, v := range g.Edges() {
			if by := floats.Distance(eval(without(t, g, u, v)), all, 2); by > float64(q.Bound()) || by == 0 {
				t.Errorf("an edge moves the counts by %v, stated %v", by, q.Bound())
			}
		}
	}
}

// Each cell has its own index.
func TestCells(t *testing.T) {
	for k := 1; k < 9; k++ {
		seen := map[int]bool{}
		for a := range int32(k) {
			for b := a; b < int32(k); b++ {
				i := cellOf(k, a, b)
				if i != cellOf(k, b, a) || i < 0 || i >= cellCount(k) || seen[i] {
					t.Errorf("k = %d: cell %d of %d, %d", k, i, a, b)
				}
				seen[i] = true
			}
		}
	}
}

// The noise threshold has the values of the project's sheet on [DPGS], Scale.
func TestThreshold(t *testing.T) {
	for k, want := range map[int]float64{50_000: 0.060, 1000: 0.075, 135: 0.089} {
		all := k * (k + 1) / 2
		got := float64(all) * math.Erfc(threshold(3, all)/3/math.Sqrt2) / 2
		if math.Abs(got-want) > 0.0006 {
			t.Errorf("k = %d: %v false cells, want %v", k, got, want)
		}
	}
}

// Exact counts return every edge of every cell. With noise, no more edges are kept than the total,
// and none where there are no pairs.
func TestKept(t *testing.T) {
	noisy := []float64{3, 1, 0, 2, 1, 5} // cells 00 01 02 11 12 22
	sizes := []int{4, 4, 1}
	cells, rest := kept(noisy, sizes, 0, math.NaN())
	want := []gen.Cell{{A: 0, B: 0, Edges: 3}, {A: 0, B: 1, Edges: 1}, {A: 1, B: 1, Edges: 2}, {A: 1, B: 2, Edges: 1}}
	if len(cells) != len(want) || rest != 0 {
		t.Fatalf("%v and %v", cells, rest)
	}
	for i, c := range cells {
		if c != want[i] {
			t.Errorf("%v, want %v", c, want[i])
		}
	}
	cells, rest = kept([]float64{7, -4, 1, 0.5, -0.5, 90}, sizes, 1, math.NaN()) // 6 pairs at most; 4 in all
	if len(cells) != 1 || cells[0].Edges != 4 || rest != 0 {
		t.Errorf("%v and %v", cells, rest)
	}
	cells, rest = kept([]float64{1, 1, 1, 1, 1, 1}, sizes, 1, math.NaN())
	if len(cells) != 0 || rest != 5 {
		t.Errorf("%v and %v", cells, rest)
	}
}

// A separately paid edge count is nearer than the sum of all cells.
func TestEdgesPaidForApart(t *testing.T) {
	net := blocks(t, 2, 60, 0.2, 0.05, 1)
	c := Summary.Settings
	c.Clusters, c.EdgeShare, c.CountShare = 110, 0.5, 0.5
	var s *gdp.Session
	var r *Result
	for seed := range uint64(4) {
		s = must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(seed)))(t)
		r = must.Get(Summary.With(c).Run(t.Context(), s))(t)
		// The standard deviation is 3.73/√.5 = 5.3; that of the sum of all cells with pairs exceeds
		// 100.
		if math.Abs(r.Summary.Edges()-float64(net.Graph.M())) > 25 {
			t.Errorf("%v edges of %d", r.Summary.Edges(), net.Graph.M())
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 2 || l.Entries[0].Block != l.Entries[1].Block || float64(r.Guarantee.Proved) > 1 {
		t.Errorf("%v, %v", l, err)
	}
}
