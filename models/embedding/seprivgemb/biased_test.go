package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"gonum.org/v1/gonum/floats"
)

// quiet is no noise.
func quiet(int, []float32) error { return nil }

// stepped returns the changes of all entries by one step of rate 1, from biases of ±1.
func stepped(t *testing.T, g *graph.Graph, c Biased, places []int32) []float64 {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 4))
	x := newBiases(g, c, r)
	for u := range g.N() {
		x.rows.Row(u)[0] = float32(r.NormFloat64())
	}
	before := slices.Clone(x.rows.Data)
	must.Do(t, x.step(1, places, quiet))
	moved := make([]float64, len(before))
	for i, v := range x.rows.Data {
		moved[i] = float64(v) - float64(before[i])
	}
	return moved
}

func TestOneEdgeMovesBiasedRowsByTheClip(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict BiasedSkipGram: one edge moves a step's sum by one gradient, of norm C at most")
	g := random(t, 3, 30, 120)
	c := BiasedSkipGram.Settings
	c.Dim, c.Init, c.Clip = 6, 1, 1e-3 // so small that every gradient is clipped
	bound := float64(c.plan().Sensitivity)
	places := []int32{3, 11}
	whole := stepped(t, g, c, places)
	for i := range g.M() {
		less := build(t, g.N(), slices.Delete(edgesOf(g), i, i+1)...)
		if moved := floats.Distance(whole, stepped(t, less, c, places), 2); moved > bound+2e-6 || moved < 0.99*bound {
			t.Errorf("edge %d moves the sum by %v, the plan says %v", i, moved, bound)
		}
	}
}

// Without clipping a step follows the derivatives of edges' ln σ(s) and of negatives' ln σ(-s).
func TestABiasedStepIsItsGradient(t *testing.T) {
	g := random(t, 3, 30, 120)
	c := BiasedSkipGram.Settings
	c.Init, c.Clip, c.Push = 1, 1e3, 5
	places := []int32{3, 11}
	got := stepped(t, g, c, places)
	r := rand.New(rand.NewPCG(4, 4))
	x := newBiases(g, c, r)
	rows := make([]float64, len(x.rows.Data))
	for u := range g.N() {
		x.rows.Row(u)[0] = float32(r.NormFloat64())
	}
	for i, v := range x.rows.Data {
		rows[i] = float64(v)
	}
	// Of node u alone, since a negative moves the row that it is pushed away from and no other.
	gain := func(u int32) float64 {
		score := func(v int32) float64 {
			a, b := rows[int(u)*c.Dim:][:c.Dim], rows[int(v)*c.Dim:][:c.Dim]
			s := a[0] + b[0]
			for k := 1; k < c.Dim; k++ {
				s += a[k] * b[k]
			}
			return s
		}
		sum := 0.0
		for _, v := range g.Neighbors(u) {
			sum -= math.Log1p(math.Exp(-score(v)))
		}
		n := int32(g.N())
		for _, d := range places {
			for _, v := range []int32{(u + d) % n, (u + n - d) % n} {
				sum -= c.Push / 4 * math.Log1p(math.Exp(score(v)))
			}
		}
		return sum
	}
	for i := range rows {
		u, at := int32(i/c.Dim), rows[i]
		const h = 1e-4
		rows[i] = at + h
		up := gain(u)
		rows[i] = at - h
		want := (up - gain(u)) / (2 * h)
		rows[i] = at
		if math.Abs(got[i]-want) > 1e-4*(1+math.Abs(want)) {
			t.Errorf("entry %d of node %d moves by %v, the derivative is %v", i%c.Dim, u, got[i], want)
		}
	}
}

// Rows without edges and negatives have the noise of all steps, whose standard deviation is the
// spread. For 4,000 numbers it is more than six standard errors off with probability 2·10⁻⁹.
func TestBiasedRowsGetTheNoise(t *testing.T) {
	c := BiasedSkipGram.Settings
	c.Push, c.Init, c.Steps, c.Rate = 0, 0, 7, 1e3
	s := protect(t, build(t, 1000), gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5})
	r := mustRun(t, s, BiasedSkipGram.With(c))
	square := 0.0
	for u := range int32(1000) {
		row := r.In.Row(u)
		bias := float64(row[0])*math.Sqrt(r.Shift) - r.Shift
		square += bias * bias
		for _, z := range row[1:] {
			square += float64(z) * float64(z)
		}
	}
	if variance := square / 4000; math.Abs(variance-1) > 6*math.Sqrt(2./4000) {
		t.Errorf("entries have the variance %v, want 1", variance)
	}
	// Where that is longer than the largest rate, steps have this one.
	c.Rate = 0.5 / (math.Sqrt(7) * r.Multiplier * c.Clip)
	r = mustRun(t, protect(t, build(t, 1000), gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}), BiasedSkipGram.With(c))
	square = 0
	for u := range int32(1000) {
		square += float64(r.In.Row(u)[1]) * float64(r.In.Row(u)[1])
	}
	if variance := square / 1000; math.Abs(variance-.25) > 1.5*math.Sqrt(2./1000) {
		t.Errorf("entries have the variance %v, want 1/4", variance)
	}
}

// A pair's score uses biases and rows: dot products of released rows equal it, up to the shift.
func TestProductsOfBiasedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	x := newBiases(random(t, 3, 30, 120), BiasedSkipGram.Settings, r)
	for u := range 30 {
		x.rows.Row(u)[0] = float32(2 * r.NormFloat64())
	}
	in, shift := must.Two(x.embedding())(t)
	of := score(t, &Result{In: in, Shift: shift})
	for u := range int32(30) {
		for v := range u {
			a, b := x.rows.Row(int(u)), x.rows.Row(int(v))
			want, product := float64(a[0]+b[0]), 0.0
			for k := range a {
				product += float64(in.Row(u)[k]) * float64(in.Row(v)[k])
				if k > 0 {
					want += float64(a[k]) * float64(b[k])
				}
			}
			if got := of(u, v); math.Abs(got-want) > 1e-4 {
				t.Errorf("the pair %d, %d has the score %v, want %v", u, v, got, want)
			}
			if rest := float64(a[0]*b[0]) / shift; math.Abs(product-shift-rest-want) > 1e-4 {
				t.Errorf("rows %d and %d have the product %v, want %v", u, v, product, shift+rest+want)
			}
		}
	}
}

// An edge with a non-finite value adds nothing, and the others add what they would anyway.
func TestRowsThatAreNotFinite(t *testing.T) {
	g := random(t, 3, 30, 120)
	x := newBiases(g, BiasedSkipGram.Settings, rand.New(rand.NewPCG(6, 6)))
	for k := range 4 {
		for _, wild := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
			at := x.rows.Row(5)
			old := at[k]
			at[k] = float32(wild)
			must.Do(t, x.step(0, nil, quiet)) // for the squares
			at[k] = float32(wild)
			y := &terms{biases: x, sum: make([]int64, 4), grid: gridOf(x.Clip)}
			most := int64(x.Clip/y.grid) + 1
			for u := range g.N() {
				y.pull(u)
				if u == 5 && k > 0 && slices.ContainsFunc(y.sum, func(s int64) bool { return s != 0 }) {
					t.Errorf("entry %d is %v: the row's edges add %v", k, wild, y.sum)
				}
				for _, s := range y.sum {
					if limit := most * int64(g.Degree(int32(u))); s > limit || s < -limit {
						t.Errorf("entry %d is %v: node %d has the sum %v", k, wild, u, y.sum)
					}
				}
			}
			at[k] = old
			for u := range g.N() {
				for i, v := range x.rows.Row(u) {
					if v != v || math.IsInf(float64(v), 0) {
						x.rows.Row(u)[i] = 0
					}
				}
			}
		}
	}
	if _, err := set(BiasedSkipGram, "Rate=1e15", "Spread=1e15", "Steps=100").Run(t.Context(), protect(t, ring(t, 12), gdp.EdgeLevel, modest)); err == nil {
		t.Error("rows that are not finite are released")
	}
}
