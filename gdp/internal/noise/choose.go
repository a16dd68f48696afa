package noise

import (
	"cmp"
	"fmt"
	"slices"
)

// furthest is the largest distance of a score from the best one, in lattice steps; larger distances
// are cut to it.
const furthest = 0x1p51

// Choose draws k indices one after the other, each from the remaining ones with probability
// proportional to exp(score/scale): the exponential mechanism, k times without replacement. This
// equals the top k of score + scale·Gumbel noise. The indices are in the order drawn. If a
// neighbouring change moves each score by at most Δ, a scale of 2Δ/ε makes each draw ε-DP; see
// [Granularity] for what rounding adds to Δ.
//
// Each index is drawn by rejection sampling. The number of trials is about n divided by the number
// of scores near the best, at most n on average.
func (s *Stream) Choose(scores []float64, scale float64, k int) ([]int, error) {
	const what = "a choice"
	if err := check(what, scale, scores); err != nil {
		return nil, err
	}
	if k < 0 || k > len(scores) {
		return nil, fmt.Errorf("noise: a choice of %d among %d scores, want 0 up to all of them", k, len(scores))
	}
	g := Granularity(scale)
	m := multiplierOf(scale / g)
	left := make([]int, len(scores)) // remaining indices, best first
	rounded := make([]float64, len(scores))
	for i, x := range scores {
		left[i], rounded[i] = i, round(x, g)
	}
	slices.SortFunc(left, func(i, j int) int { return cmp.Compare(rounded[j], rounded[i]) })
	chosen := make([]int, k)
	for c := range chosen {
		best := rounded[left[0]]
		for {
			at := int(s.below(uint64(len(left))))
			// The difference is exact unless it is cut. Cutting does not increase the largest
			// change of a score.
			below := min((best-rounded[left[at]])/g, furthest)
			if s.fall(uint64(below), m) {
				chosen[c] = left[at]
				left = slices.Delete(left, at, at+1)
				break
			}
		}
	}
	return chosen, nil
}

// fall returns true with probability exp(-n/m), for n up to furthest and a multiplier of at least
// 2⁴⁰.
func (s *Stream) fall(n uint64, m multiplier) bool {
	n <<= m.shift
	if !s.expHalves(2 * int(n/m.mantissa)) {
		return false
	}
	x := s.fraction(n%m.mantissa, m.mantissa)
	return s.exp(&x, always)
}
