package noise

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Ordered pairs have the law that they have among all scores, zeros included, and the same
// as those of Choose; those of 1.2 times the scale are noticed. Right code is rejected once
// in 10⁹ times.
func TestChooseSparseLaw(t *testing.T) {
	const n, draws, scale, alpha = 6, 20_000, 2.0, 1e-9
	for _, at := range []struct {
		indices []int32
		scores  []float64
	}{
		{[]int32{1, 4}, []float64{3, 1.5}},
		{[]int32{0, 2, 5}, []float64{-1, -3, -1e300}}, // zeros are the best
		{[]int32{0, 1, 2, 3, 4, 5}, []float64{2, -1, 0, 1, 5, 4}},
		{nil, nil},
	} {
		dense := make([]float64, n)
		for i, u := range at.indices {
			dense[u] = at.scores[i]
		}
		probabilities := func(scale float64) []float64 {
			var p []float64
			total := 0.0
			for _, u := range dense {
				total += scalar.Exp(u / scale)
			}
			for i, u := range dense {
				for j, v := range dense {
					if i != j {
						p = append(p, scalar.Exp(u/scale)/total*scalar.Exp(v/scale)/(total-scalar.Exp(u/scale)))
					}
				}
			}
			return p
		}
		s := open("choose sparse")
		counts, naive := make([]int, n*(n-1)), make([]int, n*(n-1))
		place := func(i, j int) int {
			if j > i {
				j--
			}
			return i*(n-1) + j
		}
		for range draws {
			pair := must.Get(s.ChooseSparse(n, at.indices, at.scores, scale, 2))(t)
			counts[place(int(pair[0]), int(pair[1]))]++
			all := must.Get(s.Choose(dense, scale, 2))(t)
			naive[place(all[0], all[1])]++
		}
		if !stattest.ChiSquare(counts, probabilities(scale), alpha) || !stattest.ChiSquare(naive, probabilities(scale), alpha) {
			t.Errorf("scores %v: pairs %v, naive %v", dense, counts, naive)
		}
		if at.indices != nil && stattest.ChiSquare(counts, probabilities(1.2*scale), alpha) {
			t.Errorf("scores %v: another scale is not noticed", dense)
		}
	}
}

// All indices in some order; a million zeros; refusals.
func TestChooseSparseEnds(t *testing.T) {
	s := open("sparse ends")
	all, err := s.ChooseSparse(4, []int32{0, 2, 3}, []float64{5, math.MaxFloat64, -math.MaxFloat64}, 1e-3, 4)
	if err != nil || !slices.Equal(all, []int32{2, 0, 1, 3}) {
		t.Errorf("order %v, %v", all, err)
	}
	best, err := s.ChooseSparse(1_000_000, []int32{77}, []float64{1}, 1e-3, 1)
	if err != nil || !slices.Equal(best, []int32{77}) {
		t.Errorf("the best of 10⁶: %v, %v", best, err)
	}
	for _, c := range []struct {
		n, k   int
		at     []int32
		scores []float64
		scale  float64
	}{
		{3, 4, nil, nil, 1}, {3, -1, nil, nil, 1}, {3, 1, []int32{0}, nil, 1}, {3, 1, []int32{3}, []float64{1}, 1}, {3, 1, []int32{-1}, []float64{1}, 1},
		{3, 1, []int32{1, 1}, []float64{1, 1}, 1}, {3, 1, []int32{1}, []float64{math.NaN()}, 1}, {3, 1, nil, nil, 0},
	} {
		if _, err := s.ChooseSparse(c.n, c.at, c.scores, c.scale, c.k); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}
