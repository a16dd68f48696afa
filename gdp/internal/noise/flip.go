package noise

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
)

// Flips yields, in ascending order, a random subset of 0 … n-1 that contains each index
// independently with probability p: the bits that randomised response flips, or a Poisson sample.
// For small p, each yielded index costs one word and two logarithms; otherwise 64 bits cost about
// eight words.
func (s *Stream) Flips(n int64, p float64) (iter.Seq[int64], error) {
	b, err := binary64(p)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, fmt.Errorf("noise: flips of %d bits", n)
	}
	if p > 0 && p < fewFlips {
		return func(yield func(int64) bool) {
			for at := s.gap(p, n); at < n; at += 1 + s.gap(p, n-at-1) {
				if !yield(at) {
					return
				}
			}
		}, nil
	}
	return func(yield func(int64) bool) {
		for from := int64(0); from < n; from += 64 {
			lanes := ^uint64(0)
			if n-from < 64 {
				lanes = 1<<(n-from) - 1
			}
			for mask := s.mask(b, lanes); mask != 0; mask &= mask - 1 {
				if !yield(from + int64(bits.TrailingZeros64(mask))) {
					return
				}
			}
		}
	}, nil
}

// fewFlips is the probability below which gaps are cheaper than bits.
const fewFlips = 1. / 64

// expansion is the binary expansion of a probability: zeros digits 0 after the point, then the
// digits of mantissa, highest first.
type expansion struct {
	one      bool // the probability is 1
	zeros    int
	mantissa uint64
}

func binary64(p float64) (expansion, error) {
	if !(p >= 0 && p <= 1) {
		return expansion{}, fmt.Errorf("noise: a bit with probability %v, want a number in [0, 1]", p)
	}
	f, exponent := math.Frexp(p) // p = f·2^exponent with f in [1/2, 1), exponent ≤ 0 unless p = 1
	return expansion{one: p == 1, zeros: -exponent, mantissa: uint64(math.Ldexp(f, 64))}, nil
}

// mask returns a word in which each bit in lanes is 1 with probability p, and the others are 0. It
// compares a uniform number with p, digit by digit and in all lanes at once, until the digits
// differ in every lane.
func (s *Stream) mask(p expansion, lanes uint64) uint64 {
	if p.one {
		return lanes
	}
	var below uint64
	for i := 0; i < p.zeros && lanes != 0; i++ {
		lanes &^= s.src.Uint64()
	}
	for m := p.mantissa; m != 0 && lanes != 0; m <<= 1 {
		u := s.src.Uint64()
		if m>>63 == 1 {
			below |= lanes &^ u
			lanes &= u
		} else {
			lanes &^= u
		}
	}
	return below
}
