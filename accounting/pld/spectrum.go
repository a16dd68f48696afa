package pld

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// A spectrum holds the Fourier coefficients of δ(ε) of a composition near one ε.
//
// With w the distribution of the composed loss tilted by t and K(t) its normalisation,
//
//	δ(ε) = P(ℓ = ∞) + e^{K(t)-tε}·S(ε),  S(ε) = Σ over ℓ > ε of w(ℓ)·e^{-t(ℓ-ε)}·(1 - e^{-(ℓ-ε)}).
//
// On a circle of n lattice points the Fourier coefficients of w are products of powers of those of
// the steps, and those of the weights of S are the difference of two geometric series. So S is a
// sum over the frequencies, and most of its terms are negligible. Wrapping w around the circle adds
// to each loss the mass that is whole turns above it, hence never lowers S.
type spectrum struct {
	*composition
	t     float64
	m     moments
	n     int
	at    int // the lattice point to which phases refer
	terms []term
	table []float64 // S at all lattice points from at on, if there are many terms
	lost  float64   // bound on the rounding errors and the omitted terms
}

// term is the part of S with frequency k.
type term struct {
	k     int
	value complex128
}

const (
	unit = 16 * 0x1p-53 // bound on the relative error of a few operations
	tiny = -42          // ln of the size below which a Fourier coefficient is negligible

	longest = 1 << 30 // length of the circle
)

// newSpectrum computes the spectrum at tilt t. It is tight within reach standard deviations of the
// tilted distribution around its mean, for δ of at least exp(logd).
func (c *composition) newSpectrum(t float64, m moments, logd, reach float64) *spectrum {
	s := &spectrum{composition: c, t: t, m: m, at: int(math.Round(m.mean / c.h))}
	s.n = c.turn(t, m, logd, reach)
	steps := make([]tilted, len(c.parts))
	for i, p := range c.parts {
		steps[i] = p.tilt(t)
	}
	coefficients, fft := s.transform(steps)
	s.compose(coefficients, steps)
	if fft != nil && len(s.terms) > s.n/64 {
		s.tabulate(fft)
	}
	return s
}

// turn returns the length of the circle. Mass a turn or more below ε must be negligible: it would
// add e^{-t·turn} times its mass before tilting to δ. So must the mass a turn above, by Chernoff's
// bound P(ℓ > x) ≤ e^{K(t+s)-K(t)-s·x}. Away from the mean S falls like a normal density. This
// affects tightness only.
func (c *composition) turn(t float64, m moments, logd, reach float64) int {
	sd := math.Sqrt(m.variance)
	wanted := m.logDelta(t) - (m.k - t*m.mean) - reach*reach/2 + logNeglect // ln of a negligible part of S
	far := math.Inf(1)
	for _, s := range []float64{0.5, 1, 1.5, 2, 3, 4, 6, 9} {
		far = min(far, (c.moments(t+s/sd).k-m.k-wanted)/(s/sd))
	}
	length := max((3-logNeglect-logd)/t, far-m.mean+reach*sd, 64*c.h)
	return transformSize(min(length/c.h, longest))
}

// transformSize returns a length of at least x for which the transform is fast.
func transformSize(x float64) int {
	best := 1 << 62
	for _, odd := range []int{1, 3, 5, 9, 15} {
		n := odd * 4
		for float64(n) < x {
			n *= 2
		}
		best = min(best, n)
	}
	return best
}

// compose multiplies the Fourier coefficients of the steps and of the weights of S.
//
// Rounding errors. A Fourier coefficient of non-negative masses with sum 1 has an error of at most
// stages·unit, with one stage for each level of the transform: no partial sum exceeds 1, and roots
// of unity are accurate to a few units in the last place. Its power z^k has a relative error of (1
// + stages·unit/|z|)^k·e^{k·unit} - 1.
func (s *spectrum) compose(coefficients [][]complex128, steps []tilted) {
	z, z1 := scalar.Exp(-s.t*s.h), scalar.Exp(-(s.t+1)*s.h)
	gap := -math.Expm1(-s.h) * z // z - z'
	weight := func(sin float64) float64 {
		d := math.Sqrt(sq(math.Expm1(-s.t*s.h)) + 4*z*sin*sin)
		d1 := math.Sqrt(sq(math.Expm1(-(s.t+1)*s.h)) + 4*z1*sin*sin)
		return gap / (d * d1)
	}
	turns := -s.at % s.n // of the composition's centre, beside s.at
	for _, x := range steps {
		turns = (turns + mulmod(mod(int(x.count), s.n), mod(x.centre, s.n), s.n)) % s.n
	}
	var total float64
	for k := range coefficients[0] {
		var log, angle, off float64
		for i, x := range steps {
			v := coefficients[i][k]
			square := sq(real(v)) + sq(imag(v))
			log += x.count * 0.5 * math.Log(square)
			if log < tiny {
				break
			}
			angle += x.count * math.Atan2(imag(v), real(v))
			off += x.count * (math.Log1p((s.stages()+x.dropped)/math.Sqrt(square)) + unit)
		}
		if !(log >= tiny) {
			continue
		}
		omega := 2 * math.Pi * float64(k) / float64(s.n)
		share := 2 / float64(s.n) // frequency k also stands for n-k
		if k == 0 || 2*k == s.n {
			share /= 2
		}
		// ζ/(1-ζ) - ζ'/(1-ζ') = (ζ-ζ')/((1-ζ)(1-ζ')), with ζ = z·e^{iω} and
		// 1-ζ = (1-z) + z(1-e^{iω}), precise for small ω.
		sin, cos := math.Sincos(omega)
		half := math.Sin(omega / 2)
		turn := complex(2*half*half, -sin) // 1 - e^{iω}
		below := complex(-math.Expm1(-s.t*s.h), 0) + complex(z, 0)*turn
		below1 := complex(-math.Expm1(-(s.t+1)*s.h), 0) + complex(z1, 0)*turn
		r := scalar.Exp(log) * share
		angle -= 2 * math.Pi * float64(mulmod(mod(turns, s.n), k, s.n)) / float64(s.n)
		sinA, cosA := math.Sincos(angle)
		value := complex(r*cosA, r*sinA) * complex(gap*cos, gap*sin) / (below * below1)
		s.terms = append(s.terms, term{k, value})
		size := r * weight(half)
		s.lost += size * (math.Expm1(off) + unit)
		total += size
	}
	s.lost += (float64(len(s.terms))*0x1p-52+s.stages())*total + scalar.Exp(tiny)*weight(0)
}

// stages bounds the error of one value of a transform of numbers whose absolute values sum to 1.
func (s *spectrum) stages() float64 { return unit * max(16, math.Log2(float64(s.n))) }

// tabulate sums the terms at all lattice points at once.
func (s *spectrum) tabulate(fft *fourier.FFT) {
	values := make([]complex128, s.n/2+1)
	for _, x := range s.terms {
		values[x.k] = x.value
		if x.k > 0 && 2*x.k < s.n { // the transform counts frequency n-k separately
			values[x.k] /= 2
		}
	}
	s.table = fft.Sequence(nil, values)
}

func sq(x float64) float64 { return x * x }

func mod(a, n int) int { return ((a % n) + n) % n }

// mulmod returns a·b mod n for 0 ≤ a, b < n < 2³¹.
func mulmod(a, b, n int) int { return a * b % n }

// logDelta returns ln δ at the lattice point j, rounded up.
func (s *spectrum) logDelta(j int) float64 {
	sum, at := s.lost, mod(j-s.at, s.n)
	if s.table != nil {
		sum += s.table[at]
	} else {
		for _, x := range s.terms {
			sin, cos := math.Sincos(2 * math.Pi * float64(mulmod(at, x.k, s.n)) / float64(s.n))
			sum += real(x.value)*cos - imag(x.value)*sin
		}
	}
	log := s.m.k - s.t*s.h*float64(j) + math.Log(max(sum, s.lost)) + s.rounding()
	return min(0, special.LogAdd(log, special.Log1mExp(s.safe)))
}

// logDeltaAt returns ln δ(eps), rounded up: between lattice points δ is linear
// in e^ε.
func (s *spectrum) logDeltaAt(eps float64) float64 {
	j := int(math.Floor(eps / s.h))
	share := math.Expm1(eps-float64(j)*s.h) / math.Expm1(s.h)
	low, high := s.logDelta(j), s.logDelta(j+1)
	return min(0, low+math.Log1p(share*math.Expm1(high-low))+1e-14)
}

// epsilon returns the least ε ≥ 0 with ln δ(ε) ≤ logd, rounded up. It searches near the mean first;
// far from the mean the answer is a valid but loose bound.
func (s *spectrum) epsilon(logd float64) float64 {
	// δ decreases: first go up from the mean to a point with ln δ ≤ logd.
	low, miss := 0, s.logDelta(0)-logd
	if miss <= 0 {
		return 0
	}
	high := max(1, s.at)
	hit := s.logDelta(high) - logd
	for step := 1; hit > 0; step *= 2 {
		low, miss = high, hit
		high += step + int(hit/(s.t*s.h)) // ln δ falls by about t per unit of ε
		if float64(high)*s.h > 1e4 {
			return math.Inf(1)
		}
		hit = s.logDelta(high) - logd
	}
	// Then false position, with bisection if that is slow.
	for turn := 0; high-low > 1; turn++ {
		j := low + int(float64(high-low)*miss/(miss-hit))
		if turn%3 == 2 {
			j = low + (high-low)/2
		}
		j = min(high-1, max(low+1, j))
		if v := s.logDelta(j) - logd; v > 0 {
			low, miss = j, v
		} else {
			high, hit = j, v
		}
	}
	share := -math.Expm1(-miss) / -math.Expm1(hit-miss) // fraction of the interval, in e^ε
	return (float64(low)*s.h + math.Log1p(min(1, share)*math.Expm1(s.h))) * (1 + 1e-12)
}
