package dpggan

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// pooledOf returns a decoder at random parameters and its edges, without noise anywhere.
func pooledOf(t *testing.T, seed uint64, scale float32, clip float64) *pooled {
	t.Helper()
	k := known{sizes: []int{6, 1, 9}}
	c := EdgeSum.Settings
	c.Columns, c.Inner, c.Width, c.Clip, c.Pairs = 4, 5, 6, clip, 50
	rng := random(seed)
	x := newPooled(c, prior(16, 4, rng), k, rng)
	for i := range x.decoder.parameters {
		x.decoder.parameters[i] = scale * float32(rng.NormFloat64())
	}
	for range 25 {
		x.edges = append(x.edges, x.pair(rng.Int64N(x.ends[2])))
	}
	return x
}

// paidFor is the plan of a run.
func (x *pooled) paidFor(t *testing.T) gdp.Plan {
	t.Helper()
	s, err := gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 6), small(t, 1), small(t, 9)}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	pay, err := x.spends(s, known{sizes: x.sizes})
	if err != nil {
		t.Fatal(err)
	}
	return pay.plan
}

// total is the sum of a step over all edges.
func (x *pooled) total(t *testing.T, plan gdp.Plan) []float64 {
	t.Helper()
	taken := make([]int32, len(x.edges))
	for e := range taken {
		taken[e] = int32(e)
	}
	return gdptest.Total(t, plan, len(x.edges), len(x.decoder.parameters)+1, taken, x.scores)
}

// One edge more or less moves the sum of a step by C at most, for parameters of all sizes, and
// by nearly C where its gradient is long.
func TestOneEdgeMovesTheSumByOneClip(t *testing.T) {
	for _, clip := range []float64{0.01, 1, 7, 1e4} {
		worst, plan := 0.0, pooledOf(t, 0, 1, clip).paidFor(t)
		for seed := range uint64(20) {
			x := pooledOf(t, seed, float32(math.Pow(10, float64(seed%7)-3)), clip)
			whole, edges := x.total(t, plan), x.edges
			for e := range edges {
				x.edges = slices.Delete(slices.Clone(edges), e, e+1)
				worst = max(worst, apart(whole, x.total(t, plan))/clip)
			}
		}
		if worst > 1 || clip < 1000 && worst < 0.999 {
			t.Errorf("C = %v: an edge moves the sum by %v C", clip, worst)
		}
	}
}

// A gradient that is not finite adds nothing, rather than taking the others with it.
func TestWildGradientsAddNothing(t *testing.T) {
	x := pooledOf(t, 1, 1e30, 1)
	x.edges = x.edges[:3]
	for i, v := range x.total(t, x.paidFor(t)) {
		if v != 0 {
			t.Fatalf("entry %d is %v", i, v)
		}
	}
}

// The public sum less the sum of all edges is the gradient of the cross-entropy, by differences.
func TestGradientOfTheEdgeSum(t *testing.T) {
	x := pooledOf(t, 3, 0.5, 1e3)
	x.bias[0] = -0.4
	linked := map[graph.Edge]bool{}
	for _, edge := range x.edges {
		linked[edge] = true
	}
	x.edges = slices.Collect(maps.Keys(linked))
	// All pairs in place of random ones.
	total := x.ends[len(x.ends)-1]
	loss := func() (sum float64) {
		f, _ := x.decoder.forward(x.rows)
		for n := range total {
			e := x.pair(n)
			p := probability(f, int(e.U), int(e.V), float64(x.bias[0]))
			if linked[e] {
				sum -= math.Log(p)
			} else {
				sum -= math.Log(1 - p)
			}
		}
		return sum
	}
	mean := make([]float64, len(x.decoder.parameters)+1)
	const draws = 4000
	rng := random(8)
	for range draws {
		gradient, err := x.public(rng)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range gradient {
			mean[i] += float64(v) / draws
		}
	}
	gradient := make([]float32, len(mean))
	for i, v := range x.total(t, x.paidFor(t)) {
		gradient[i] = float32(mean[i] - v)
	}
	slopes(t, "decoder", x.decoder.parameters, gradient[:len(gradient)-1], loss)
	slopes(t, "bias", x.bias, gradient[len(gradient)-1:], loss)
}

// Every pair of every graph has one number, and no pair is of two graphs.
func TestPairsByNumber(t *testing.T) {
	x := pooledOf(t, 1, 1, 1)
	seen := map[graph.Edge]bool{}
	for n := range x.ends[len(x.ends)-1] {
		e := x.pair(n)
		inside := e.U < e.V && (e.V < 6 || e.U >= 7 && e.V < 16)
		if !inside || seen[e] {
			t.Errorf("number %d is %v", n, e)
		}
		seen[e] = true
	}
	if len(seen) != 15+36 {
		t.Errorf("%d pairs", len(seen))
	}
}

// Graphs are expected to have as many edges as was paid for.
func TestBiasFor(t *testing.T) {
	f := prior(12, 3, random(1))
	for _, m := range []int{1, 20, 60} {
		bias, sum := biasFor(f, m, random(5)), 0.0
		for i := range 12 {
			for j := i + 1; j < 12; j++ {
				sum += probability(f, i, j, bias)
			}
		}
		near(t, fmt.Sprintf("the expected number for %d", m), sum, float64(m), 0.02)
	}
	for m, want := range map[int]int{0: 0, 66: 66} {
		if g, err := bernoulli(f, biasFor(f, m, random(5)), random(2)); err != nil || g.M() != want {
			t.Errorf("%d edges, want %d: %v", g.M(), want, err)
		}
	}
}
