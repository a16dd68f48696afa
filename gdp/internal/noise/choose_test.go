package noise

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Ordered pairs come with the probabilities of two draws without replacement; those of
// twice the scale are noticed.
func TestChooseLaw(t *testing.T) {
	const draws, scale, alpha = 20_000, 2.0, 1e-9
	scores := []float64{1.5, -1, 3.25, 3, -1e300}
	probabilities := func(scale float64) []float64 {
		var p []float64
		total := 0.0
		for _, u := range scores {
			total += scalar.Exp(u / scale)
		}
		for i, u := range scores {
			for j, v := range scores {
				if i != j {
					p = append(p, scalar.Exp(u/scale)/total*scalar.Exp(v/scale)/(total-scalar.Exp(u/scale)))
				}
			}
		}
		return p
	}
	for _, width := range widths {
		s := narrow("choose", width)
		counts := make([]int, len(scores)*(len(scores)-1))
		for range draws {
			pair := must.Get(s.Choose(scores, scale, 2))(t)
			i, j := pair[0], pair[1]
			if j > i {
				j--
			}
			counts[i*(len(scores)-1)+j]++
		}
		if !stattest.ChiSquare(counts, probabilities(scale), alpha) || stattest.ChiSquare(counts, probabilities(1.2*scale), alpha) {
			t.Errorf("with %d digits a word: pairs %v, or another scale not noticed", width, counts)
		}
	}
}

// Scores are cut off at a probability of e⁻²⁰⁴⁸, which counts as zero in
// docs/proofs/queries.md#arrangements.
func TestScoresAreCutOffFarBelow(t *testing.T) {
	if far := furthest * Granularity(1); far < 2048 {
		t.Errorf("scores are cut off %v scales below the best", far)
	}
}

// fall returns true with probability exp(-n/m), whole part and rest.
func TestFall(t *testing.T) {
	const draws, alpha = 20_000, 1e-9
	s := open("fall")
	m := multiplierOf(1.7 * 0x1p40)
	for _, gap := range []float64{0, 0.01, 0.6, 1.7, 2, 4.5} {
		n := 0
		for range draws {
			if s.fall(uint64(gap*0x1p40), m) {
				n++
			}
		}
		if p := scalar.Exp(-gap / 1.7); !stattest.Count(n, draws, p, alpha) || gap > 0.1 && stattest.Count(n, draws, p*p, alpha) {
			t.Errorf("gap %v: %d of %d, want a share of %v", gap, n, draws, p)
		}
	}
	if s.fall(furthest, m) {
		t.Error("a score as far away as can be was chosen")
	}
}

// All of them, in an order; none; equal scores all alike; the best when no other is near.
func TestChooseEnds(t *testing.T) {
	s := open("ends")
	all, err := s.Choose([]float64{5, 1, math.MaxFloat64, -math.MaxFloat64}, 1e-3, 4)
	if err != nil || len(all) != 4 || all[0] != 2 || all[1] != 0 || all[2] != 1 || all[3] != 3 {
		t.Errorf("order %v, %v", all, err)
	}
	if none, err := s.Choose(nil, 1, 0); err != nil || len(none) != 0 {
		t.Errorf("none of none: %v, %v", none, err)
	}
	counts := make([]int, 5)
	for range 10_000 {
		one := must.Get(s.Choose(make([]float64, 5), 1, 1))(t)
		counts[one[0]]++
	}
	if !stattest.ChiSquare(counts, []float64{.2, .2, .2, .2, .2}, 1e-9) {
		t.Errorf("equal scores: %v", counts)
	}
}
