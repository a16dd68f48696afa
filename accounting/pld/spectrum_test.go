package pld

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/data/scalar"
)

// naive composes by the definition and returns H(ε).
func (c *composition) naive(eps float64) float64 {
	law, first, infinite := []float64{1}, 0, 0.0
	for _, p := range c.parts {
		for range int(p.count) {
			next := make([]float64, len(law)+len(p.P)-1)
			for i, x := range law {
				for j, y := range p.P {
					next[i+j] += x * y
				}
			}
			law, first = next, first+p.First
			infinite += (1 - infinite) * p.Infinity
		}
	}
	sum := infinite
	for i, x := range law {
		if l := float64(first+i) * c.h; l > eps {
			sum += x * -math.Expm1(eps-l)
		}
	}
	return sum
}

// randomComposition draws laws on a lattice, some points almost empty.
func randomComposition(draw *rand.Rand) *composition {
	c := &composition{h: 0.02 + 0.3*draw.Float64()}
	for range 1 + draw.IntN(2) {
		m := &pair.Masses{H: c.h, First: -draw.IntN(12), P: make([]float64, 2+draw.IntN(25)), Infinity: 1e-3 * scalar.Pow(draw.Float64(), 20)}
		rest := 1 - m.Infinity
		for i := range m.P {
			m.P[i] = scalar.Pow(draw.Float64(), 1+6*draw.Float64())
			if draw.IntN(4) == 0 {
				m.P[i] = 0
			}
		}
		m.P[draw.IntN(len(m.P))] += 0.1
		var sum float64
		for _, p := range m.P {
			sum += p
		}
		for i := range m.P {
			m.P[i] *= rest / sum
		}
		c.add(m, 1+draw.IntN(4))
	}
	return c
}

// The curve of a composition by a few spectra is never below the definition, also beyond the
// largest loss and between lattice points. Where it claims to be tight, it is within a thousandth.
func TestCurveAgainstDefinition(t *testing.T) {
	draw := rand.New(rand.NewPCG(6, 5))
	for trial := range 200 {
		c := randomComposition(draw)
		least := scalar.Pow(10, -1-11*draw.Float64())
		curve := c.newCurve(math.Log(least))
		for range 20 {
			eps := 1.2 * max(0.1, c.top()) * draw.Float64()
			want, got := c.naive(eps), scalar.Exp(curve.logDelta(eps))
			if chord := c.naive(eps); got < want*(1-1e-12) || want > least && -math.Expm1(c.safe) < least && got > chord*(1+1e-3) {
				t.Errorf("trial %d: δ(%v) = %v, want %v to %v", trial, eps, got, want, chord)
			}
		}
	}
}

// Random laws on a lattice, composed by the spectrum and by the definition:
// never below by more than rounding of the latter, and as close.
func TestSpectrumAgainstDefinition(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 6))
	for trial := range 300 {
		c := randomComposition(draw)
		for range 4 {
			eps := 1.1 * c.top() * draw.Float64()
			if eps < 0 {
				continue
			}
			want := c.naive(eps)
			got := scalar.Exp(atEpsilon(eps).answer(c))
			if got < want*(1-1e-12)-1e-300 || got > want*(1+1e-5)+1e-300 {
				t.Errorf("trial %d: δ(%v) = %v, want %v", trial, eps, got, want)
			}
			if want < 1e-12 || want > 0.99 || want < -math.Expm1(c.safe)*(1+1e-4) {
				continue // all but lost in infinite losses
			}
			back := atDelta(math.Log(want)).answer(c)
			if at := c.naive(back); !math.IsInf(back, 1) && at > want*(1+1e-9) {
				t.Errorf("trial %d: ε(%v) = %v, where δ is %v", trial, want, back, at)
			} else if !math.IsInf(back, 1) && back > eps+1e-3*c.h+1e-4*math.Max(eps, c.h) {
				t.Errorf("trial %d: ε(%v) = %v, want %v", trial, want, back, eps)
			}
		}
	}
}

// No Fourier coefficient beyond the cutoff is left in the product.
func TestCutoffLeavesNothingOut(t *testing.T) {
	for _, q := range []float64{0.01, 0.5} {
		m := pair.Removal(q, 1)
		low, high := m.Range(1e-15)
		f, _ := m.Discretise(0.001, low, high)
		for _, count := range []int{10, 1000, 100000} {
			c := &composition{h: 0.001}
			c.add(f, count)
			s := &spectrum{composition: c, n: 1 << 16}
			x := c.parts[0].tilt(0.7)
			cutoff := s.cutoff([]tilted{x})
			var largest float64
			for k, v := range x.coefficients(s.n, fourier.NewFFT(s.n)) {
				if k >= cutoff {
					largest = max(largest, math.Hypot(real(v), imag(v)))
				}
				if k%4096 == 7 { // a few of them by the definition
					var sum complex128
					for j, p := range x.p {
						sin, cos := math.Sincos(-2 * math.Pi * float64(mod(k*(x.first+j), s.n)) / float64(s.n))
						sum += complex(p*cos, p*sin)
					}
					if w := x.coefficient(2 * math.Pi * float64(k) / float64(s.n)); cmplx.Abs(w-sum) > 1e-13 || cmplx.Abs(v-sum) > 1e-13 {
						t.Errorf("q=%v: coefficient %d is %v by itself, %v by the transform, want %v", q, k, w, v, sum)
					}
				}
			}
			if float64(count)*math.Log(largest) > tiny {
				t.Errorf("q=%v, %d steps: a coefficient of %v is left beyond %d", q, count, largest, cutoff)
			}
			if count == 100000 && cutoff > s.n/8 {
				t.Errorf("q=%v, %d steps: a cutoff of %d among %d", q, count, cutoff, s.n/2)
			}
		}
	}
}
