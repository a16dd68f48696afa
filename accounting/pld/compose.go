package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// composition is a plan on one lattice, in one direction.
type composition struct {
	h     float64
	parts []part
	safe  float64 // log-probability that no loss is infinite
	count float64 // the number of steps
}

// part is the distribution of the finite losses of one step, composed count times.
type part struct {
	*pair.Masses
	count float64
}

func (c *composition) add(m *pair.Masses, count int) {
	first, last := 0, len(m.P) // without empty ends, so that the last entry is the largest loss
	for first < last-1 && m.P[first] == 0 {
		first++
	}
	for last > first+1 && m.P[last-1] == 0 {
		last--
	}
	finite := &pair.Masses{H: m.H, First: m.First + first, P: m.P[first:last], Infinity: m.Infinity}
	c.parts = append(c.parts, part{finite, float64(count)})
	c.safe += float64(count) * math.Log1p(-m.Infinity)
	c.count += float64(count)
}

// top returns the largest finite loss.
func (c *composition) top() float64 {
	var sum float64
	for _, p := range c.parts {
		sum += p.count * p.loss(len(p.P)-1)
	}
	return sum
}

// rounding covers, relative to δ, the errors of the masses and of their moments: a few units in the
// last place per step.
func (c *composition) rounding() float64 { return (c.count + 100) * 0x1p-48 }

// moments are K(t) = ln E[e^{tℓ}] of the composed finite losses and its first two derivatives: the
// log-mass, the mean and the variance of the tilted distribution.
type moments struct{ k, mean, variance float64 }

func (c *composition) moments(t float64) moments {
	var sum moments
	for _, p := range c.parts {
		m := p.moments(t)
		sum.k += p.count * m.k
		sum.mean += p.count * m.mean
		sum.variance += p.count * m.variance
	}
	return sum
}

func (p part) moments(t float64) moments {
	top := p.heaviest(t)
	var s0, s1, s2 float64
	p.tilted(t, t*p.loss(top), func(i int, w float64) {
		x := float64(i - top) // from the heaviest point, for precision
		s0 += w
		s1 += w * x
		s2 += w * x * x
	})
	mean := s1 / s0
	return moments{
		k:        math.Log(s0) + t*p.loss(top),
		mean:     p.H*mean + p.loss(top),
		variance: p.H * p.H * max(0, s2/s0-mean*mean),
	}
}

func (p part) loss(i int) float64 { return p.H * float64(p.First+i) }

// block is the number of tilting factors computed by multiplication from one exponential: enough
// for speed, too few for rounding errors to accumulate.
const block = 32

// heaviest returns approximately where p·e^{tℓ} is largest, by a coarse search and then all points
// between the neighbours.
func (p part) heaviest(t float64) int {
	best, where := math.Inf(-1), 0
	search := func(from, to, stride int) {
		for i := max(0, from); i < min(to, len(p.P)); i += stride {
			if v := math.Log(p.P[i]) + t*p.loss(i); v > best {
				best, where = v, i
			}
		}
	}
	stride := max(1, len(p.P)/512)
	search(0, len(p.P), stride)
	search(where-stride+1, where+stride, 1)
	return where
}

// tilted calls f(i, P[i]·e^{tℓ - shift}).
func (p part) tilted(t, shift float64, f func(i int, w float64)) {
	ratio := scalar.Exp(t * p.H)
	var factor float64
	for i, m := range p.P {
		if i%block == 0 {
			factor = scalar.Exp(t*p.loss(i) - shift)
		}
		if m > 0 {
			f(i, m*factor)
		}
		factor *= ratio
	}
}

// coarsen returns the composition on a lattice with k times the distance.
func (c *composition) coarsen(k int) *composition {
	out := &composition{h: c.h * float64(k)}
	for _, p := range c.parts {
		out.add(p.Coarsen(k), int(p.count))
	}
	return out
}

// saddle returns a tilt at which miss is about 0, and the moments there; miss decreases with the
// tilt.
func (c *composition) saddle(miss func(t float64, m moments) float64) (t float64, m moments) {
	above := func(x float64) bool {
		t, m = x, c.moments(x)
		return miss(t, m) > 0
	}
	most := 20 / c.h // the tilted distribution is at its largest loss
	start := min(most, 1/math.Sqrt(c.moments(0).variance+1e-300))
	low, high := start, start
	if above(start) {
		for high = min(2*high, most); high < most && above(high); high = min(2*high, most) {
			low = high
		}
	} else {
		for low /= 2; !above(low) && low > 1e-6*start; low /= 2 {
			high = low
		}
	}
	for high > 1.02*low {
		if x := math.Sqrt(low * high); above(x) {
			low = x
		} else {
			high = x
		}
	}
	return t, m
}

// logDelta returns an estimate of ln δ at the mean: with z normal of the tilted distribution's mean
// m and variance v, δ(m) ≈ e^{K(t) - tm}·E[e^{-t(z-m)}·(1 - e^{-(z-m)})⁺] = e^{K(t)-tm}·(Mills(t√v)
// - Mills((t+1)√v))/√(2π).
func (m moments) logDelta(t float64) float64 {
	s := math.Sqrt(m.variance)
	return m.k - t*m.mean + math.Log(special.MillsDrop(t*s, s)) - special.LogSqrt2Pi
}
