package noise

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// fineness is the number of bits by which the lattice of released doubles is
// finer than the scale of their noise.
const fineness = 40

// Scales outside are refused: the lattice would leave the range of doubles.
const minScale, maxScale = 0x1p-900, 0x1p900

// Granularity returns the spacing g of the lattice on which [Stream.Gaussian],
// [Stream.Laplace] and [Stream.Choose] work with noise of the given scale: the
// largest power of two that is at most 2⁻⁴⁰ of it.
//
// Values are rounded to multiples of g before anything else, and neighbours may
// be rounded apart. A sensitivity Δ of d coordinates becomes at most Δ + d·g in
// the ℓ1 norm, Δ + √d·g in ℓ2 and Δ + g for each score, and that is what has to
// be accounted for. Values that are multiples of g already, such as counts
// under noise of a scale below 2⁴⁰, are not rounded and cost nothing.
func Granularity(scale float64) float64 {
	_, exponent := math.Frexp(scale) // scale in [2^(exponent-1), 2^exponent)
	return math.Ldexp(1, exponent-1-fineness)
}

// check refuses scales and values that no exact sampler can work with. Its
// error texts carry no value: values are private.
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

// round moves x to the nearest multiple of g, a power of two. It is exact: to
// divide by g and to multiply by it changes an exponent, and from 2⁵² g on all
// doubles are multiples.
func round(x, g float64) float64 {
	if math.Abs(x) >= 0x1p52*g {
		return x
	}
	return math.RoundToEven(x/g) * g
}

// Gaussian returns values with independent noise N(0, sd²) on each, rounded down
// to the lattice of [Granularity]: what the Gaussian mechanism would release for
// the rounded values if it could compute with real numbers, rounded.
func (s *Stream) Gaussian(values []float64, sd float64) ([]float64, error) {
	return s.perturb("Gaussian noise", values, sd, s.normal)
}

// Laplace returns values with independent noise of density exp(-|x|/scale)/(2·scale)
// on each, rounded down to the lattice of [Granularity].
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
		n := float64(s.floor(m, &z)) // below 2⁵³, so it is exact, and so is its product with g
		noisy[i] = round(x, g) + n*g // the one rounding: of the sum of two multiples of g, after the noise
	}
	return noisy, nil
}

// multiplier is the number mantissa/2^shift.
type multiplier struct {
	mantissa uint64 // below 2⁵³
	shift    uint
}

// multiplierOf returns x, for 0 < x < 2⁵³.
func multiplierOf(x float64) multiplier {
	f, exponent := math.Frexp(x)
	return multiplier{mantissa: uint64(math.Ldexp(f, 53)), shift: uint(53 - exponent)}
}

// floor returns the largest integer that is at most m·z. A product above 2⁶³ does
// not come up: it takes a z above 2²², which is never drawn.
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
	// m·z = (a + (lo + mantissa·t)/2⁶⁴)/2^shift with t in [0, 1) yet to be made.
	hi, lo := bits.Mul64(m.mantissa, z.rest.head)
	a := m.mantissa*z.whole + hi
	if _, carry := bits.Add64(lo, m.mantissa, 0); carry == 0 || a>>m.shift == (a+1)>>m.shift {
		return a >> m.shift
	}
	return s.floorBeyond(m, z)
}

// floorBeyond makes digits of z until they decide.
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
