package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/special"
)

// curve bounds δ(ε) of a composition for all ε ≥ 0 from a few spectra, each
// tight around the mean of its tilt.
type curve struct {
	*composition
	top, infinite float64
	spectra       []*spectrum // with falling means
}

// reach is how many standard deviations around its mean a spectrum of a curve
// serves.
const reach = 3

// newCurve returns a curve that is tight where δ is at least exp(logd).
func (c *composition) newCurve(logd float64) *curve {
	out := &curve{composition: c, top: c.top(), infinite: special.Log1mExp(c.safe)}
	if out.top <= 0 || out.infinite >= logd {
		return out
	}
	_, m := c.saddle(atDelta(logd).miss)
	last := math.Inf(1)
	for end := m.mean; end > 0; {
		t, m := c.tilt(func(_ float64, m moments) float64 { return end - m.mean - reach*math.Sqrt(m.variance) })
		if m.variance == 0 || !(t < 0.99*last) { // one loss, or the weakest tilt there is
			break
		}
		out.spectra = append(out.spectra, c.newSpectrum(t, m, logd, reach))
		last, end = t, m.mean-reach*math.Sqrt(m.variance)
		t, m = c.saddle(atEpsilon(end).miss)
		logd = m.logDelta(t)
	}
	return out
}

// logDelta returns ln δ(eps), rounded up.
func (c *curve) logDelta(eps float64) float64 {
	if eps >= c.top {
		return c.infinite
	}
	if len(c.spectra) == 0 {
		return atEpsilon(eps).atTop(c.top, c.infinite)
	}
	best := math.Inf(1)
	for _, s := range c.spectra {
		best = min(best, s.logDeltaAt(eps))
	}
	return best
}
