package coarsen

import (
	"context"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/gonum/mat"
)

// Test vectors are (I/2 + D⁻¹W/2)^20 x, here by matrices from the same random numbers.
func TestRelaxedVectorsByMatrices(t *testing.T) {
	w := connected(t, 15, 2)
	r := source(7)
	x := mat.NewDense(15, testVectors, nil)
	for u := range 15 {
		for j := range testVectors {
			x.Set(u, j, r.NormFloat64())
		}
	}
	step := mat.NewDense(15, 15, nil)
	for u, row := range w.rows {
		step.Set(u, u, 0.5)
		for _, a := range row {
			step.Set(u, int(a.to), a.w/w.degree(int32(u))/2)
		}
	}
	for range 20 {
		var y mat.Dense
		y.Mul(step, x)
		x.Copy(&y)
	}
	got := relaxed(w, source(7))
	for u := range 15 {
		for j := range testVectors {
			if math.Abs(got[u*testVectors+j]-x.At(u, j)) > 1e-12 {
				t.Fatalf("vector %d is %v at %d, want %v", j, got[u*testVectors+j], u, x.At(u, j))
			}
		}
	}
	for v := range int32(15) { // the largest difference over test vectors
		want := 0.0
		for j := range testVectors {
			want = math.Max(want, math.Abs(x.At(0, j)-x.At(int(v), j)))
		}
		if d := distance(got, 0, v); math.Abs(d-want) > 1e-12 {
			t.Errorf("distance of 0 and %d: %v, want %v", v, d, want)
		}
	}
}

// Eight nodes become four, two and one by three perfect matchings.
func TestBridgesAreLong(t *testing.T) {
	g := cliques(t, 2, 8)
	for seed := range uint64(20) {
		x := relaxed(weightedOf(g), source(seed))
		bridge, longest := distance(x, 7, 8), 0.0
		for u, v := range g.Edges() {
			if u != 7 || v != 8 {
				longest = max(longest, distance(x, u, v))
			}
		}
		if bridge < 2*longest {
			t.Errorf("seed %d: the edge between clusters has length %v, those within up to %v", seed, bridge, longest)
		}
		s := must.Get(Ad.Settings.summary(context.Background(), g, 2, source(seed)))(t)
		for u, c := range s.Clusters {
			if int(c) != u/8 {
				t.Fatalf("seed %d: node %d is in supernode %d", seed, u, c)
			}
		}
	}
}
