package noise

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

var scales = []float64{0x1p-900, 1e-9, 1. / 3, 1, 1 + 0x1p-52, 2 - 0x1p-52, 2, 12345.678, 1e9, 0x1p900}

func TestGranularity(t *testing.T) {
	for _, scale := range scales {
		g := Granularity(scale)
		if f, _ := math.Frexp(g); f != 0.5 || g > scale*0x1p-40 || 2*g <= scale*0x1p-40 {
			t.Errorf("scale %v: granularity %v is not the largest power of two up to 2^-40 of it", scale, g)
		}
	}
}

// A release is the rounding of a sum of two multiples of g, one of which does not depend on the
// data. With the same words, the noise is the same for every value. So no bit of the output reveals
// more than the sum.
func TestOutputIsRoundedSum(t *testing.T) {
	r := open("values").Rand()
	for _, scale := range scales {
		g := Granularity(scale)
		values := []float64{0, g, -g, 3 * g, g / 2, g / 3, scale, -scale, 1e5 * scale, 1e15 * scale, -1e25 * scale}
		for range 100 {
			values = append(values, scale*(r.Float64()-0.5)*math.Exp2(60*r.Float64()-50))
		}
		for what, draw := range map[string]func([]float64) ([]float64, error){
			"Gaussian": func(x []float64) ([]float64, error) { return open("sum").Gaussian(x, scale) },
			"Laplace":  func(x []float64) ([]float64, error) { return open("sum").Laplace(x, scale) },
		} {
			noise := must.Get(draw(make([]float64, len(values))))(t)
			noisy := must.Get(draw(values))(t)
			for i, x := range values {
				if n := noise[i] / g; n != math.Trunc(n) || math.Abs(n) > 0x1p53 {
					t.Fatalf("%s of scale %v: noise %v is not on the lattice", what, scale, noise[i])
				}
				want, _ := new(big.Float).SetPrec(53).Add(nearest(x, g), big.NewFloat(noise[i])).Float64()
				if noisy[i] != want {
					t.Fatalf("%s of scale %v: %v became %v, want %v", what, scale, x, noisy[i], want)
				}
			}
		}
	}
}

// nearest returns the multiple of g nearest to x, the even one of two, without floating point.
func nearest(x, g float64) *big.Float {
	exact := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	q := new(big.Rat).Quo(exact(x), exact(g))
	twice := new(big.Int).Add(new(big.Int).Lsh(q.Num(), 1), q.Denom()) // ⌊q + 1/2⌋ = ⌊(2·num + den)/(2·den)⌋
	n, rest := new(big.Int).DivMod(twice, new(big.Int).Lsh(q.Denom(), 1), new(big.Int))
	if rest.Sign() == 0 && n.Bit(0) == 1 {
		n.Sub(n, big.NewInt(1))
	}
	sum := new(big.Float).SetPrec(2200).SetInt(n)
	return sum.Mul(sum, big.NewFloat(g))
}

// Counts are on the lattice, and so cost no sensitivity.
func TestCountsAreNotRounded(t *testing.T) {
	for _, scale := range []float64{1e-3, 0.7, 3, 1e6, 0x1p40} {
		for _, x := range []float64{0, 1, -1, 12345, 1e9 + 1} {
			if got := round(x, Granularity(scale)); got != x {
				t.Errorf("under noise of scale %v the count %v becomes %v", scale, x, got)
			}
		}
	}
}

// ⌊m·z⌋ is at most m·z and within 1 of it, for all further digits of z. This includes z just below
// and above an integer over m, where the first word does not decide.
func TestFloor(t *testing.T) {
	r := open("floor").Rand()
	undecided := 0
	for i := range 20_000 {
		m := multiplierOf(r.Float64() * math.Exp2(float64(r.IntN(61)-10)))
		if i%4 == 0 {
			m = multiplierOf((1 + r.Float64()) * 0x1p40) // as for a lattice
		}
		s := open("digits").At(uint64(i))
		if i%3 == 0 {
			s.drop = uint(r.IntN(63)) + 1
		}
		z := real{negative: i%2 == 0, whole: r.Uint64N(6), rest: s.uniform()}
		if n := r.Uint64(); s.drop == 0 && i%5 == 0 && m.mantissa > 0 {
			// The first word of a number near an integer over m: the quotient, or one less.
			scaled := new(big.Int).SetUint64(n % (m.mantissa>>m.shift + 1))
			scaled.Lsh(scaled, m.shift+64)
			z.whole, z.rest.head = 0, scaled.Quo(scaled, new(big.Int).SetUint64(m.mantissa)).Uint64()-n>>63
		}
		got := s.floor(m, &z)
		if s.drop == 0 && len(z.rest.more) > 0 {
			undecided++
		}
		low := new(big.Int).SetUint64(z.whole) // z times 2^known, rounded down
		known := uint(0)
		for j := range 4 {
			low.Lsh(low, 64-s.drop)
			low.Or(low, new(big.Int).SetUint64(s.digit(&z.rest, j)))
			known += 64 - s.drop
		}
		n := new(big.Int).Mul(low, new(big.Int).SetUint64(m.mantissa))
		n.Rsh(n, known+m.shift)
		want := n.Int64()
		if z.negative {
			want = -want - 1
		}
		if s.drop <= 32 && got != want { // fewer digits may not decide
			t.Fatalf("⌊%d/2^%d · z⌋ = %d, want %d (z = %+v)", m.mantissa, m.shift, got, want, z)
		}
	}
	if undecided < 100 {
		t.Errorf("only %d products were left undecided by the first word", undecided)
	}
}

// Whatever the scale, and however few digits a word has, the law is the same.
func TestLaws(t *testing.T) {
	const draws, alpha = 20_000, 1e-9
	normal := func(x float64) float64 { return scalar.Erfc(-x/math.Sqrt2) / 2 }
	laplace := func(x float64) float64 {
		if x < 0 {
			return scalar.Exp(x) / 2
		}
		return 1 - scalar.Exp(-x)/2
	}
	check := func(s *Stream, scale float64) {
		for what, c := range map[string]struct {
			draw func([]float64, float64) ([]float64, error)
			cdf  func(float64) float64
		}{
			"Gaussian": {s.Gaussian, normal},
			"Laplace":  {s.Laplace, laplace},
		} {
			x := must.Get(c.draw(make([]float64, draws), scale))(t)
			for i := range x {
				x[i] /= scale
			}
			if !stattest.KS(x, c.cdf, alpha) || stattest.KS(x, func(x float64) float64 { return c.cdf(1.25 * x) }, alpha) {
				t.Errorf("%s of scale %v with %d digits a word has another law, or one a quarter wider is not noticed", what, scale, 64-s.drop)
			}
		}
	}
	for _, scale := range scales {
		check(open("laws"), scale)
	}
	for _, width := range widths {
		check(narrow("laws", width), 2.7)
	}
}

// The largest noise is lost beside the largest doubles, and so never makes them infinite.
func TestLargestDoubles(t *testing.T) {
	x, err := open("huge").Laplace([]float64{math.MaxFloat64, -math.MaxFloat64}, maxScale)
	if err != nil || x[0] != math.MaxFloat64 || x[1] != -math.MaxFloat64 {
		t.Errorf("%v, %v", x, err)
	}
}

func TestRefusals(t *testing.T) {
	s := open("refusals")
	before := must.Get(s.MarshalBinary())(t)
	nan, inf := math.NaN(), math.Inf(1)
	for _, scale := range []float64{0, -1, nan, inf, -inf, 0x1p-901, 0x1p901, 5e-324} {
		_, e1 := s.Gaussian([]float64{1}, scale)
		_, e2 := s.Laplace([]float64{1}, scale)
		_, e4 := s.DiscreteLaplace([]int64{1}, scale)
		_, e5 := s.Choose([]float64{1}, scale, 1)
		e3 := s.Add(make([]float32, 1), scale)
		_, e6 := s.Geometric(scale)
		for i, e := range []error{e1, e2, e3, e4, e5, e6} {
			if e == nil {
				t.Errorf("scale %v: sampler %d does not refuse", scale, i+1)
			}
		}
	}
	for _, x := range []float64{nan, inf, -inf} {
		_, e1 := s.Gaussian([]float64{0, x}, 1)
		_, e2 := s.Laplace([]float64{0, x}, 1)
		_, e3 := s.Choose([]float64{0, x}, 1, 1)
		for i, e := range []error{e1, e2, e3} {
			if e == nil {
				t.Errorf("value %v: sampler %d does not refuse", x, i+1)
			}
		}
	}
	for _, p := range []float64{-0.1, 1.1, nan, inf} {
		if _, err := s.Flips(1, p); err == nil {
			t.Errorf("a bit with probability %v is not refused", p)
		}
	}
	for _, k := range []int{-1, 3} {
		if _, err := s.Choose([]float64{1, 2}, 1, k); err == nil {
			t.Errorf("%d of 2 is not refused", k)
		}
	}
	if _, err := s.Flips(-1, 0.5); err == nil {
		t.Error("-1 bits are not refused")
	}
	after, err := s.MarshalBinary()
	if err != nil || string(after) != string(before) {
		t.Error("what was refused has drawn from the stream")
	}
}
