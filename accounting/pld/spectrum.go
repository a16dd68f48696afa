package pld

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/graphdp/graphdp/accounting/internal/special"
)

// A spectrum tells δ(ε) of a composition near one ε.
//
// With w the law of the composed loss tilted by t and K(t) its normalisation,
//
//	δ(ε) = P(ℓ = ∞) + e^{K(t)-tε}·S(ε),  S(ε) = Σ over ℓ > ε of w(ℓ)·e^{-t(ℓ-ε)}·(1 - e^{-(ℓ-ε)}).
//
// On a circle of n lattice points w is the sum of n waves. Their factors are
// products of powers of those of the single steps, and each wave meets the
// weights of S in two geometric series. So S is a sum over the frequencies,
// most of which have died out in the product. Laying w on the circle adds what
// lies whole turns above to each loss, hence never lowers S.
type spectrum struct {
	*composition
	t     float64
	m     moments
	n     int
	at    int    // lattice point that the phases are relative to
	waves []wave // of S
	lost  float64
}

// wave is the part of S with k turns a circle.
type wave struct {
	k     int
	value complex128
}

const (
	unit = 16 * 0x1p-53 // bound on the relative error of a few operations
	tiny = -42          // ln of the size at which a wave has died out

	longest = 1 << 30 // circle
)

// newSpectrum computes the spectrum at tilt t, tight for δ near exp(logd).
func (c *composition) newSpectrum(t float64, m moments, logd float64) *spectrum {
	s := &spectrum{composition: c, t: t, m: m, at: int(math.Round(m.mean / c.h))}
	s.n = c.turn(t, m, logd)
	steps := make([]tilted, len(c.parts))
	for i, p := range c.parts {
		steps[i] = p.tilt(t)
	}
	s.compose(s.factors(steps), steps)
	return s
}

// turn returns the length of the circle. What lies a turn or more below ε must
// not count: it would add e^{-t·turn} times its mass before tilting to δ. And
// the mass a turn above must be negligible, by Chernoff's bound
// P(ℓ > x) ≤ e^{K(t+s)-K(t)-s·x}. This is for tightness alone.
func (c *composition) turn(t float64, m moments, logd float64) int {
	sd := math.Sqrt(m.variance)
	wanted := m.logDelta(t) - (m.k - t*m.mean) + logNeglect // ln of a negligible part of S
	far := math.Inf(1)
	for _, s := range []float64{0.5, 1, 1.5, 2, 3, 4, 6, 9} {
		far = min(far, (c.moments(t+s/sd).k-m.k-wanted)/(s/sd))
	}
	length := max((3-logNeglect-logd)/t, far-m.mean, 64*c.h)
	return transformSize(min(length/c.h, longest))
}

// transformSize returns a length of at least x that the transform is fast for.
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

// tilted is the tilted law of one step, relative to a lattice point near its
// mean, without the ends that hold next to nothing.
type tilted struct {
	count   float64
	centre  int
	first   int // of p, relative to the centre
	p       []float64
	dropped float64 // mass of the ends
}

func (p part) tilt(t float64) tilted {
	m := p.moments(t)
	out := tilted{count: p.count, centre: int(math.Round(m.mean / p.H)), p: make([]float64, len(p.P))}
	p.tilted(t, m.k, func(i int, w float64) { out.p[i] = w })
	low, high := 0, len(out.p)
	limit := 1e-18 / p.count
	for low < high && out.dropped+out.p[low] < limit {
		out.dropped += out.p[low]
		low++
	}
	for high > low && out.dropped+out.p[high-1] < 2*limit {
		high--
		out.dropped += out.p[high]
	}
	out.p, out.first = out.p[low:high], p.First+low-out.centre
	return out
}

// factors returns the waves of each step, for as many frequencies as live on in
// the product: a few sums if that is certain beforehand, else a transform.
func (s *spectrum) factors(steps []tilted) [][]complex128 {
	var cells int
	for _, x := range steps {
		cells += len(x.p)
	}
	alive := s.alive(steps)
	out := make([][]complex128, len(steps))
	if alive < mostCells/64 && float64(alive)*float64(cells) < 8*float64(s.n)*math.Log2(float64(s.n)) {
		for i, x := range steps {
			out[i] = make([]complex128, alive)
			for k := range out[i] {
				out[i][k] = x.wave(2 * math.Pi * float64(k) / float64(s.n))
			}
		}
		return out
	}
	s.n = min(s.n, transformSize(mostCells))
	fft := fourier.NewFFT(s.n)
	masses := make([]float64, s.n)
	for i, x := range steps {
		clear(masses)
		for j, p := range x.p {
			masses[mod(x.first+j, s.n)] += p
		}
		out[i] = fft.Coefficients(nil, masses)
	}
	return out
}

func mod(a, n int) int { return ((a % n) + n) % n }

// wave is Σ p·e^{-iωj}, by turning one factor on and starting afresh often.
func (x tilted) wave(omega float64) complex128 {
	sin1, cos1 := math.Sincos(omega)
	var re, im, sin, cos float64
	for j, p := range x.p {
		if j%block == 0 {
			sin, cos = math.Sincos(omega * float64(x.first+j))
		}
		re += p * cos
		im -= p * sin
		sin, cos = sin*cos1+cos*sin1, cos*cos1-sin*sin1
	}
	return complex(re, im)
}

// alive returns a number of frequencies beyond which all waves of the product
// have certainly died out. For a law p on the integers
//
//	1 - |Σ p·e^{-iωj}|² = Σ over pairs of p(j)·p(l)·(1 - cos ω(j-l)),
//
// so any choice of pairs gives a bound; those among the points that hold most
// of the mass will do. From π down, bands of ω are checked one by one: the fast
// waves by the pairs up to some points apart, the slow ones by bins of points.
func (s *spectrum) alive(steps []tilted) int {
	const near = 64 // points
	cores := make([][]float64, len(steps))
	overlaps := make([][]float64, len(steps))
	for i, x := range steps {
		cores[i] = core(x.p)
		overlaps[i] = overlap(cores[i], near)
	}
	low := math.Pi
	for low*float64(s.n) > 1 {
		band, fast := 1.19, low > 4*math.Pi/near
		if fast {
			band = 1.01
		}
		var log float64
		for i, x := range steps {
			var spread float64
			if fast {
				spread = fastSpread(overlaps[i], low/band, low)
			} else {
				spread = slowSpread(cores[i], low/band, low)
			}
			log += x.count / 2 * math.Log1p(-min(1, spread))
		}
		if log > tiny-1 {
			break
		}
		low /= band
	}
	return min(s.n/2+1, int(low*float64(s.n)/(2*math.Pi))+2)
}

// core returns masses without the ends that hold about a hundredth.
func core(p []float64) []float64 {
	const end = 0.005
	low, high := 0, len(p)
	for sum := 0.0; low < high-1 && sum+p[low] < end; low++ {
		sum += p[low]
	}
	for sum := 0.0; high > low+1 && sum+p[high-1] < end; high-- {
		sum += p[high-1]
	}
	return p[low:high]
}

// overlap returns Σ p(j)·p(j+d) for d up to most.
func overlap(p []float64, most int) []float64 {
	out := make([]float64, most+1)
	for d := range out {
		for j := 0; j+d < len(p); j++ {
			out[d] += p[j] * p[j+d]
		}
	}
	return out
}

// fastSpread bounds 1 - |wave|² from below for all ω in [low, high], by the
// pairs at the distances of overlaps.
func fastSpread(overlaps []float64, low, high float64) float64 {
	var sum float64
	for d, pairs := range overlaps {
		a, b := low*float64(d), high*float64(d)
		if math.Floor(a/(2*math.Pi)) == math.Floor(b/(2*math.Pi)) { // no full turn within
			sum += 2 * pairs * (1 - max(math.Cos(a), math.Cos(b)))
		}
	}
	return sum
}

// slowSpread does so by pairs of bins, some of them to half a turn: points in
// bins that are d apart are d-1 widths apart at least and d+1 at most, and
// 1 - cos rises up to half a turn.
func slowSpread(p []float64, low, high float64) float64 {
	width := max(1, int(math.Pi/(high*12)))
	bins := make([]float64, (len(p)+width-1)/width)
	for j, mass := range p {
		bins[j/width] += mass
	}
	most := int(math.Pi/(high*float64(width))) - 1
	var sum float64
	for d, pairs := range overlap(bins, max(0, most)) {
		if d > 1 {
			sum += 2 * pairs * (1 - math.Cos(low*float64((d-1)*width)))
		}
	}
	return sum
}

// compose multiplies the waves of the steps up and meets them with the weights
// of S.
//
// Rounding errors. A wave of non-negative masses with sum 1 errs by at most
// stages·unit, with one stage for each level of the transform: no partial sum
// exceeds 1, and roots of unity are right to a few units in the last place. Its
// power z^k errs by (1 + that/|z|)^k·e^{k·unit} - 1 of itself.
func (s *spectrum) compose(factors [][]complex128, steps []tilted) {
	stages := unit * max(16, math.Log2(float64(s.n)))
	z, z1 := math.Exp(-s.t*s.h), math.Exp(-(s.t+1)*s.h)
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
	for k := range factors[0] {
		var log, angle, off float64
		for i, x := range steps {
			v := factors[i][k]
			square := sq(real(v)) + sq(imag(v))
			log += x.count * 0.5 * math.Log(square)
			if log < tiny {
				break
			}
			angle += x.count * math.Atan2(imag(v), real(v))
			off += x.count * (math.Log1p((stages+x.dropped)/math.Sqrt(square)) + unit)
		}
		if !(log >= tiny) {
			continue
		}
		omega := 2 * math.Pi * float64(k) / float64(s.n)
		share := 2 / float64(s.n) // frequency k stands for n-k too
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
		r := math.Exp(log) * share
		angle -= 2 * math.Pi * float64(mulmod(mod(turns, s.n), k, s.n)) / float64(s.n)
		sinA, cosA := math.Sincos(angle)
		value := complex(r*cosA, r*sinA) * complex(gap*cos, gap*sin) / (below * below1)
		s.waves = append(s.waves, wave{k, value})
		size := r * weight(half)
		s.lost += size * (math.Expm1(off) + unit)
		total += size
	}
	s.lost += float64(len(s.waves))*0x1p-52*total + math.Exp(tiny)*weight(0)
}

func sq(x float64) float64 { return x * x }

// mulmod is a·b mod n for 0 ≤ a, b < n < 2³¹.
func mulmod(a, b, n int) int { return a * b % n }

// logDelta returns ln δ at the lattice point j, rounded up.
func (s *spectrum) logDelta(j int) float64 {
	sum := s.lost
	for _, w := range s.waves {
		sin, cos := math.Sincos(2 * math.Pi * float64(mulmod(mod(j-s.at, s.n), w.k, s.n)) / float64(s.n))
		sum += real(w.value)*cos - imag(w.value)*sin
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

// epsilon returns the least ε ≥ 0 with ln δ(ε) ≤ logd, rounded up. It looks
// near the mean first; from far away the answer is a bound too, but loose.
func (s *spectrum) epsilon(logd float64) float64 {
	// δ falls: first upwards from the mean to a point that keeps logd.
	low, miss := 0, s.logDelta(0)-logd
	if miss <= 0 {
		return 0
	}
	high := max(1, s.at)
	hit := s.logDelta(high) - logd
	for step := 1; hit > 0; step *= 2 {
		low, miss = high, hit
		high += step + int(hit/(s.t*s.h)) // ln δ falls by about t a unit of ε
		if float64(high)*s.h > 1e4 {
			return math.Inf(1)
		}
		hit = s.logDelta(high) - logd
	}
	// Then by false position, and by halves where that is slow.
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
	share := -math.Expm1(-miss) / -math.Expm1(hit-miss) // of the way, in e^ε
	return (float64(low)*s.h + math.Log1p(min(1, share)*math.Expm1(s.h))) * (1 + 1e-12)
}
