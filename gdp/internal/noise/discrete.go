package noise

import (
	"fmt"
	"math"
)

// Scales of discrete noise outside are refused: below, the noise is 0; above,
// it would overflow.
const minDiscrete, maxDiscrete = 0x1p-10, 0x1p40

// CheckDiscrete refuses a scale that no discrete sampler works with, so that a
// caller can know before it pays.
func CheckDiscrete(scale float64) error { return checkDiscrete("discrete noise", scale) }

func checkDiscrete(what string, scale float64) error {
	if !(scale >= minDiscrete && scale <= maxDiscrete) {
		return fmt.Errorf("noise: %s of scale %v, want a number between 2^-10 and 2^40", what, scale)
	}
	return nil
}

// DiscreteLaplace returns values with an independent integer on each that is x
// with probability proportional to exp(-|x|/scale): the two-sided geometric
// mechanism.
func (s *Stream) DiscreteLaplace(values []int64, scale float64) ([]int64, error) {
	if err := checkDiscrete("discrete Laplace noise", scale); err != nil {
		return nil, err
	}
	m := multiplierOf(scale)
	return addTo(values, func() int64 { return s.discreteLaplace(m) }), nil
}

// discreteLaplace rounds an exponential variable down, which makes a geometric
// one: P(⌊scale·E⌋ ≥ n) = exp(-n/scale). It gets a sign, and one of the two
// zeros is drawn again.
func (s *Stream) discreteLaplace(m multiplier) int64 {
	for {
		z := s.laplace()
		n := int64(s.floorAbs(m, &z))
		switch {
		case !z.negative:
			return n
		case n > 0:
			return -n
		}
	}
}

// Geometric returns a sampler of whole numbers from 0 on, each x with probability proportional to
// exp(-x/scale).
func (s *Stream) Geometric(scale float64) (func() int64, error) {
	if err := checkDiscrete("geometric noise", scale); err != nil {
		return nil, err
	}
	m := multiplierOf(scale)
	return func() int64 {
		z := s.laplace() // of which the sign is left out
		return int64(s.floorAbs(m, &z))
	}, nil
}

// addTo returns values with one draw added to each. A sum beyond the range of
// integers becomes the end of the range.
func addTo(values []int64, draw func() int64) []int64 {
	noisy := make([]int64, len(values))
	for i, x := range values {
		n := draw()
		switch sum := x + n; {
		case n > 0 && sum < x:
			noisy[i] = math.MaxInt64
		case n < 0 && sum > x:
			noisy[i] = math.MinInt64
		default:
			noisy[i] = sum
		}
	}
	return noisy
}
