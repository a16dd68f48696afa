package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

// curveOf returns a function that bounds δ of a plan without its black boxes at any ε ≥ 0, and an ε
// at which δ is at most d. It is tight for δ of at least d. The lattice is chosen for d or for
// fine, whichever is cheaper.
func curveOf(p *plan.Plan, d, fine float64) (delta func(eps float64) float64, end float64) {
	if curve := exact(p); curve != nil {
		return curve, inverse(curve, p.Sup(), d)
	}
	guess := rdp.At(p, d)
	if guess.Epsilon == 0 || tooWide(guess) {
		return func(float64) float64 { return 1 }, guess.Epsilon
	}
	if p.Rho > 0 {
		q, failing := covered(p, d)
		tight, end := curveOf(q, less(d, failing), fine)
		return func(eps float64) float64 { return tight(eps) + failing }, end
	}
	h := max(choose(p, guess), choose(p, rdp.At(p, fine)))
	forward, backward := discretise(p, guess, h)
	if forward != nil {
		// As in worst, with lower precision.
		t, m := forward.saddle(atDelta(math.Log(fine)).miss)
		if finer := distance(p, t, m.mean, m.variance); finer < h/4 {
			forward, backward = discretise(p, guess, max(h/32, finer))
		}
	}
	if forward == nil {
		return func(eps float64) float64 { return scalar.Exp(rdp.AtEpsilon(p, eps).LogDelta) }, guess.Epsilon
	}
	sides := []*curve{forward.newCurve(math.Log(d))}
	if backward != nil {
		sides = append(sides, backward.newCurve(math.Log(d)))
	}
	return func(eps float64) float64 {
		worst := math.Inf(-1)
		for _, c := range sides {
			worst = max(worst, c.logDelta(eps))
		}
		return scalar.Exp(worst)
	}, guess.Epsilon
}

// curve bounds δ(ε) of a composition for all ε ≥ 0 by a few spectra, each tight around the mean of
// its tilt.
type curve struct {
	*composition
	top, infinite float64
	spectra       []*spectrum // with decreasing means
}

// reach is the range of a spectrum of a curve in standard deviations around its mean.
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
		if m.variance == 0 || !(t < 0.99*last) { // a single loss, or the smallest tilt
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
