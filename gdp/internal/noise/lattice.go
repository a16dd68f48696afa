package noise

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// fineness is the binary logarithm of the ratio of noise scale to lattice spacing, at least.
const fineness = 40

// minScale and maxScale bound the scale, so that the lattice stays in the range of float64.
const minScale, maxScale = 0x1p-900, 0x1p900

// Granularity returns the spacing g of the lattice that [Stream.Gaussian], [Stream.Laplace] and
// [Stream.Choose] use for noise of the given scale: the largest power of two of at most 2⁻⁴⁰ of the
// scale.
//
// Values are first rounded to multiples of g, and neighbours may round in different directions. A
// sensitivity Δ of d coordinates becomes at most Δ + d·g in ℓ1, Δ + √d·g in ℓ2 and Δ + g for each
// score; the accounting must use these. Values that are already multiples of g, such as counts
// under noise of a scale below 2⁴⁰, are not rounded and cost nothing.
func Granularity(scale float64) float64 {
	_, exponent := math.Frexp(scale) // scale in [2^(exponent-1), 2^exponent)
	return math.Ldexp(1, exponent-1-fineness)
}

// check refuses scales and values that exact samplers do not support. Its errors contain no value,
// since values are private.
func check(what string, scale float64, values []float64) error {
	if !(scale >= minScale && scale <= maxScale) {
		return fmt.Errorf("noise: %s of scale %v, want a number between 2^-900 and 2^900", what, scale)
	}
	for i, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("noise: %s on a vector whose entry %d is not finite", what, i)
		}
	}
	return nil
}

// round rounds x to the nearest multiple of g, a power of two. It is exact: dividing and
// multiplying by g only changes the exponent, and from 2⁵² g on all doubles are multiples of g.
func round(x, g float64) float64 {
	if math.Abs(x) >= 0x1p52*g {
		return x
	}
	return math.RoundToEven(x/g) * g
}

// Gaussian adds independent N(0, sd²) noise to each value and rounds down to the lattice of
// [Granularity]. The result is that of the Gaussian mechanism in exact real arithmetic on the
// rounded values, then rounded.
func (s *Stream) Gaussian(values []float64, sd float64) ([]float64, error) {
	return s.perturb("Gaussian noise", values, sd, s.normal)
}

// Laplace adds independent noise of density exp(-|x|/scale)/(2·scale) to each value and rounds down
// to the lattice of [Granularity].
func (s *Stream) Laplace(values []float64, scale float64) ([]float64, error) {
	return s.perturb("Laplace noise", values, scale, s.laplace)
}

func (s *Stream) perturb(what string, values []float64, scale float64, draw func() real) ([]float64, error) {
	if err := check(what, scale, values); err != nil {
		return nil, err
	}
	g := Granularity(scale)
	m := multiplierOf(scale / g)
	noisy := make([]float64, len(values))
	for i, x := range values {
		z := draw()
		n := float64(s.floor(m, &z)) // below 2⁵³, so n and n·g are exact
		noisy[i] = round(x, g) + n*g // the only rounding: of the sum of two lattice points, after the noise
	}
	return noisy, nil
}

// multiplier is the number mantissa/2^shift.
type multiplier struct {
	mantissa uint64 // below 2⁵³
	shift    uint
}

// multiplierOf returns x as a multiplier, for 0 < x < 2⁵³.
func multiplierOf(x float64) multiplier {
	f, exponent := math.Frexp(x)
	return multiplier{mantissa: uint64(math.Ldexp(f, 53)), shift: uint(53 - exponent)}
}

// floor returns ⌊m·z⌋. Overflow needs z above 2²², which is never drawn.
func (s *Stream) floor(m multiplier, z *real) int64 {
	n := s.floorAbs(m, z)
	if z.negative {
		return ^int64(n) // -n-1: m·z is an integer with probability 0
	}
	return int64(n)
}

func (s *Stream) floorAbs(m multiplier, z *real) uint64 {
	if s.drop > 0 {
		return s.floorBeyond(m, z)
	}
	// m·z = (a + (lo + mantissa·t)/2⁶⁴)/2^shift, where t in [0, 1) is not generated yet.
	hi, lo := bits.Mul64(m.mantissa, z.rest.head)
	a := m.mantissa*z.whole + hi
	if _, carry := bits.Add64(lo, m.mantissa, 0); carry == 0 || a>>m.shift == (a+1)>>m.shift {
		return a >> m.shift
	}
	return s.floorBeyond(m, z)
}

// floorBeyond generates digits of z until they determine the floor.
func (s *Stream) floorBeyond(m multiplier, z *real) uint64 {
	mantissa := new(big.Int).SetUint64(m.mantissa)
	low := new(big.Int).SetUint64(z.whole) // z lies in [low, low+1)/2^known
	known := uint(0)
	for i := 0; ; i++ {
		low.Lsh(low, 64-s.drop)
		low.Or(low, new(big.Int).SetUint64(s.digit(&z.rest, i)))
		known += 64 - s.drop
		from := new(big.Int).Mul(low, mantissa)
		to := new(big.Int).Add(from, mantissa)
		if from.Rsh(from, known+m.shift).Cmp(to.Rsh(to, known+m.shift)) == 0 {
			return from.Uint64()
		}
	}
}
