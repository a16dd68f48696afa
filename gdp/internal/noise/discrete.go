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

// DiscreteGaussian returns values with an independent integer on each that is x
// with probability proportional to exp(-x²/(2·scale²)). The scale is close to
// the standard deviation but not equal to it.
func (s *Stream) DiscreteGaussian(values []int64, scale float64) ([]int64, error) {
	if err := checkDiscrete("discrete Gaussian noise", scale); err != nil {
		return nil, err
	}
	m := multiplierOf(scale)
	return addTo(values, func() int64 { return s.discreteGaussian(m) }), nil
}

// discreteGaussian draws as [Stream.normal] does, but the rest x of the number
// k+x is one of those that make scale·(k+x) an integer, all alike: [Kar16]
// algorithm D. For scale = mantissa/2^shift that is x = num/mantissa.
func (s *Stream) discreteGaussian(m multiplier) int64 {
	for {
		k := s.wholeOfNormal()
		first := m.ceil(uint64(k)) // the integers from scale·k up to scale·(k+1)
		i := first + s.below(m.ceil(1))
		if i >= m.ceil(uint64(k)+1) {
			continue
		}
		// Modulo 2⁶⁴, but the difference lies in [0, mantissa).
		x := s.fraction(i<<m.shift-uint64(k)*m.mantissa, m.mantissa)
		if !s.bell(&x, k) {
			continue
		}
		switch negative := s.sign(); {
		case !negative:
			return int64(i)
		case i > 0:
			return -int64(i)
		}
	}
}

// ceil returns the smallest integer that is at least m·k, for k that come up: they
// would have to pass 1000 for the product to overflow.
func (m multiplier) ceil(k uint64) uint64 {
	return (m.mantissa*k + 1<<m.shift - 1) >> m.shift
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
