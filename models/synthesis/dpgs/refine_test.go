package dpgs

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// randomP returns a random assignment.
func randomP(n, k, m int, r *rand.Rand) *assignment {
	rows := make([][]float64, n)
	for u := range rows {
		rows[u] = make([]float64, k)
		sum := 0.0
		for c := range rows[u] {
			rows[u][c] = r.ExpFloat64()
			sum += rows[u][c]
		}
		for c := range rows[u] {
			rows[u][c] /= sum
		}
	}
	return newAssignment(n, k, m, func(u int, p []float64) { copy(p, rows[u]) })
}

// logLaw returns the log-probabilities of each node's candidates when the query is drawn with eps
// per row.
func logLaw(t testing.TB, q gdp.SparseRows[gdp.LInf], g *graph.Graph, m int, eps float64) [][]float64 {
	t.Helper()
	scores := must.Get(q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
	rows := make([][]float64, len(scores)/m)
	for i := range rows {
		sum := 0.0
		for _, s := range scores[i*m:][:m] {
			sum += math.Exp(eps * s / (2 * float64(q.Bound())))
		}
		for _, s := range scores[i*m:][:m] {
			rows[i] = append(rows[i], eps*s/(2*float64(q.Bound()))-math.Log(sum))
		}
	}
	return rows
}

// Refinement by exp(ε s/2) with sensitivity 1 is ε-private for an edge, as claimed, although an
// edge has two ends: by the exact distributions of all outcomes, over random graphs with and
// without an edge. The extreme log-ratios of a product are the sums of its rows' extremes.
func TestRefinementIsPrivate(t *testing.T) {
	claim.Holds(t, "dpgs", "Sec. 4.3, Eq. 5: refinement by exp(ε s/2) is ε-edge-DP, for a given P and given nodes (T3)")
	const eps = 1.0
	r, worst := source(7), 0.0
	for range 4000 {
		n := 3 + r.IntN(12)
		k := 2 + r.IntN(4)
		m := 2 + r.IntN(k-1)
		a := randomP(n, k, m, r)
		g := must.Get(gen.GNP(n, r.Float64(), r))(t)
		if g.M() == 0 {
			continue
		}
		at := r.IntN(g.M())
		var h *graph.Graph
		for u, v := range g.Edges() {
			if at == 0 {
				h = without(t, g, u, v)
			}
			at--
		}
		q := a.affinityQuery("test", a.uncertain(1+r.IntN(n), r), a.labels())
		with, less := logLaw(t, q, g, m, eps/ends), logLaw(t, q, h, m, eps/ends)
		up, down, moved := 0.0, 0.0, 0
		for i := range with {
			most, least := math.Inf(-1), math.Inf(1)
			for c := range with[i] {
				most, least = max(most, with[i][c]-less[i][c]), min(least, with[i][c]-less[i][c])
			}
			if most > 1e-12 {
				moved++
			}
			if most-least > eps/2+1e-12 {
				t.Fatalf("the log-ratios of a row have the range %v, stated %v", most-least, eps/2)
			}
			up, down = up+most, down+least
		}
		worst = max(worst, up, -down)
		if moved > ends {
			t.Fatalf("an edge moves %d rows", moved)
		}
	}
	if worst > eps || worst < 0.9 { // far above half, where exp(ε s) would exceed ε
		t.Errorf("the worst log-ratio is %v of %v", worst, eps)
	}
	// Both ends, two candidates: scores (0, M) become (1, M). The values of the project's sheet,
	// T3.
	for m, want := range map[float64]float64{0: 0.561860, 5: 0.903923, 20: 0.999941} {
		log := func(s float64) float64 { return eps*s/2 - math.Log(math.Exp(eps*s/2)+math.Exp(eps*m/2)) }
		other := math.Log(math.Exp(eps/2)+math.Exp(eps*m/2)) - math.Log(1+math.Exp(eps*m/2)) // loss of the other candidate
		if got := 2 * max(log(1)-log(0), other); math.Abs(got-want) > 5e-7 {
			t.Errorf("M = %v: %v, want %v", m, got, want)
		}
	}
}

// Choices have that distribution: [DPGS] Alg. 1, Eqs. 4 and 5 with scores (3,1,0), the sheet's T3.
// Correct code fails once in 10⁷ times.
func TestRefinementIsDrawnByItsLaw(t *testing.T) {
	const copies = 4000
	// Node u < copies has three neighbours in cluster 0, and one in cluster 1.
	var edges []graph.Edge
	labels := make([]int32, copies+4)
	labels[copies+3] = 1
	nodes := make([]int32, copies)
	for u := range nodes {
		nodes[u], labels[u] = int32(u), 2
		for v := range int32(4) {
			edges = append(edges, graph.Edge{U: int32(u), V: copies + v})
		}
	}
	g := gdptest.Graph(t, copies+4, edges)
	a := newAssignment(copies+4, 4, 3, func(_ int, p []float64) { copy(p, []float64{.4, .3, .2, .1}) })
	for eps, want := range map[float64][]float64{1: {.628532, .231224, .140244}, .875: {.593117, .247248, .159635}} {
		for i, x := range logLaw(t, a.affinityQuery("test", nodes[:1], labels), g, 3, eps/ends)[0] {
			if math.Abs(math.Exp(x)-want[i]) > 5e-7 {
				t.Errorf("ε = %v: %v, want %v", eps, math.Exp(x), want[i])
			}
		}
		s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(5)))(t)
		chosen := must.Get(a.refinement("test", "test", nodes, labels, gdp.Epsilon(eps)).Draw(s))(t)
		counts := make([]int, 3)
		for _, u := range a.refined(nodes, labels, chosen)[:copies] {
			counts[u]++
		}
		if !stattest.ChiSquare(counts, want, 1e-7) {
			t.Errorf("ε = %v: %v of %v", eps, counts, want)
		}
		if l, err := s.Ledger(); err != nil || math.Abs(float64(l.Spent())-eps) > 1e-9 {
			t.Errorf("ε = %v costs %v, %v", eps, l.Spent(), err)
		}
	}
}

// Entropies and the sampling of nodes: the values of the sheet, T2, with 40,000 samples of pairs.
// Correct code fails once in 10⁷ times.
func TestUncertainNodes(t *testing.T) {
	claim.Holds(t, "dpgs", "Eq. 3: nodes are drawn without replacement in proportion to exp(entropy), which is a perplexity, in [1, k] (T2)")
	for _, c := range []struct {
		p    []float64
		u, e float64
	}{{[]float64{.5, .25, .25}, 1.0397208, 2.8284271}, {[]float64{.7, .2, .1}, .8018186, 2.2295919}} {
		if u := entropy(c.p); math.Abs(u-c.u) > 5e-8 || math.Abs(math.Exp(u)-c.e) > 5e-8 {
			t.Errorf("%v: %v, %v", c.p, u, math.Exp(u))
		}
	}
	if entropy([]float64{1, 0}) != 0 || math.Abs(math.Exp(entropy([]float64{.25, .25, .25, .25}))-4) > 1e-12 {
		t.Error("perplexities are not in [1, k]")
	}
	a := &assignment{entropy: []float64{math.Log(4), math.Log(2), 0}}
	counts, r := make([]int, 3), source(3)
	for range 40_000 {
		pair := a.uncertain(2, r)
		counts[pair[0]+pair[1]-1]++ // {0,1}, {0,2}, {1,2}
	}
	if !stattest.ChiSquare(counts, []float64{.6095238, .2857143, .1047619}, 1e-7) {
		t.Errorf("%v", counts)
	}
}
