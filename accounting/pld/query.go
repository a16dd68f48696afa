package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// A question asks a composition for ε at a given δ, or for δ at a given ε.
type question struct {
	logd  float64 // ln δ, or NaN if δ is asked for
	eps   float64
	known bool // whether logd is given
}

func atDelta(logd float64) question { return question{logd: logd, known: true} }

func atEpsilon(eps float64) question { return question{eps: eps} }

// miss is positive if the mean of a tilted distribution is below the ε in question.
func (q question) miss(t float64, m moments) float64 {
	if q.known {
		return m.logDelta(t) - q.logd
	}
	return q.eps - m.mean
}

// estimate returns the answer to within some percent, on either side.
func (q question) estimate(c *composition) float64 {
	if !q.known && q.eps >= c.top() {
		return math.Inf(-1)
	}
	t, m := c.saddle(q.miss)
	if q.known {
		return m.mean
	}
	return m.logDelta(t)
}

// answer returns the answer, rounded up.
func (q question) answer(c *composition) float64 {
	// Finite losses end at the top of the lattice. Beyond it only infinite losses count, and ε need
	// not be larger.
	top, infinite := c.top(), special.Log1mExp(c.safe)
	switch {
	case !q.known && q.eps >= top:
		return infinite
	case q.known && infinite >= q.logd:
		return math.Inf(1)
	case q.known && top <= 0:
		return 0
	}
	t, m := c.tilt(q.miss)
	if m.variance == 0 { // there is a single loss
		return q.atTop(top, infinite)
	}
	logd := q.logd
	if !q.known {
		logd = m.logDelta(t)
	}
	s := c.newSpectrum(t, m, logd, 0)
	if !q.known {
		return s.logDeltaAt(q.eps)
	}
	if eps := s.epsilon(q.logd); eps < top {
		return eps
	}
	return top
}

// tilt returns saddle, restricted to tilts that suit a spectrum.
func (c *composition) tilt(miss func(t float64, m moments) float64) (t float64, m moments) {
	t, m = c.saddle(miss)
	// Between the last two losses the distribution tilts to a single point; a smaller tilt
	// suffices.
	for m.variance < c.h*c.h/16 && t > 1e-3/c.top() {
		t /= 2
		m = c.moments(t)
	}
	// For large δ the saddle point is near 0, too small a tilt to confine the sum. A larger one
	// also works.
	sd := math.Sqrt(m.variance)
	for strong := 1 / sd; sd > 0 && t < strong && t*sd < 0.9; sd = math.Sqrt(m.variance) {
		t = min(strong, t*max(1.2, min(2, 0.5/(t*sd))))
		m = c.moments(t)
	}
	return t, m
}

// atTop returns the answer if all finite losses are equal: δ(ε) = P(∞) + (1-P(∞))·(1 - e^{ε-top}).
func (q question) atTop(top, infinite float64) float64 {
	if q.known {
		finite := (scalar.Exp(q.logd) - scalar.Exp(infinite)) / -math.Expm1(infinite)
		return max(0, top+math.Log1p(-max(0, min(1, finite*(1-1e-12)))))
	}
	return min(0, special.LogAdd(infinite, special.Log1mExp(infinite)+special.Log1mExp(q.eps-top))+1e-14)
}
