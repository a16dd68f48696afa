package noise

import (
	"fmt"
	"math"
)

// minDiscrete and maxDiscrete bound the scale of discrete noise: below, the noise is 0; above, it
// would overflow.
const minDiscrete, maxDiscrete = 0x1p-10, 0x1p40

// CheckDiscrete refuses scales that discrete samplers do not support, so that callers can check
// before they pay.
func CheckDiscrete(scale float64) error { return checkDiscrete("discrete noise", scale) }

func checkDiscrete(what string, scale float64) error {
	if !(scale >= minDiscrete && scale <= maxDiscrete) {
		return fmt.Errorf("noise: %s of scale %v, want a number between 2^-10 and 2^40", what, scale)
	}
	return nil
}

// DiscreteLaplace adds independent integer noise to each value, x with probability proportional to
// exp(-|x|/scale): the two-sided geometric mechanism.
func (s *Stream) DiscreteLaplace(values []int64, scale float64) ([]int64, error) {
	if err := checkDiscrete("discrete Laplace noise", scale); err != nil {
		return nil, err
	}
	m := multiplierOf(scale)
	return addTo(values, func() int64 { return s.discreteLaplace(m) }), nil
}

// discreteLaplace rounds an exponential variable down, which gives a geometric one: P(⌊scale·E⌋ ≥
// n) = exp(-n/scale). It adds a random sign and redraws one of the two zeros.
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

// Geometric returns a sampler of integers x ≥ 0 with probability proportional to exp(-x/scale).
func (s *Stream) Geometric(scale float64) (func() int64, error) {
	if err := checkDiscrete("geometric noise", scale); err != nil {
		return nil, err
	}
	m := multiplierOf(scale)
	return func() int64 {
		z := s.laplace() // the sign is dropped
		return int64(s.floorAbs(m, &z))
	}, nil
}

// addTo returns the values, each plus one draw, with sums clamped to the range of int64.
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
