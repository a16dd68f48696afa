package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/rdp"
)

// Cover returns a mean μ such that e is dominated by a release that reveals everything with
// probability d and otherwise is one Gaussian release with mean μ: for every real ε and in both
// directions of the relation
//
//	δ_e(ε) ≤ d + (1-d)·δ_μ(ε).
//
// It is exact for Gaussian noise alone and for one pure mechanism, otherwise accurate to a few
// thousandths, and +Inf if there is no such mean.
//
// Covers compose: a composition of mechanisms covered by (d₁, μ₁) and (d₂, μ₂) is covered by (d₁ +
// d₂, √(μ₁² + μ₂²)).
func (a *Accountant) Cover(e accounting.Event, d accounting.Delta) (float64, error) {
	if err := d.Validate(); err != nil {
		return math.Inf(1), err
	}
	p, err := a.Plan(e)
	if err != nil {
		return math.Inf(1), err
	}
	rest, ok := p.Rest(d)
	if !ok {
		return math.Inf(1), nil
	}
	return coverOf(p, min(1-1e-9, max(0, rest))), nil
}

// coverOf returns the smallest known cover of a plan without its black boxes.
func coverOf(p *plan.Plan, d float64) float64 {
	mean := closed(p, d)
	if d < leastNumeric || len(p.Steps) == 0 && p.Rho == 0 {
		return mean
	}
	if p.Rho > 0 {
		q, failing := covered(p, d)
		return min(rdp.Cover(p, d), coverOf(q, less(d, failing)))
	}
	if p.Squares > 0 {
		others := *p
		others.Squares = 0
		mean = min(mean, both(p.Mean(), numeric(&others, d)))
	}
	return min(mean, numeric(p, d))
}

// leastNumeric is the smallest probability for which curves are evaluated:
// below, they leave the range of float64.
const leastNumeric = 1e-280

// closed covers each step separately: Gaussian noise by its mean, other steps by their largest loss
// if nothing better is known.
func closed(p *plan.Plan, d float64) float64 {
	if p.Rho > 0 {
		return math.Inf(1)
	}
	mean := p.Mean()
	for _, s := range p.Steps {
		one := min(s.Pair.Mean(), gauss.Pure(accounting.Epsilon(s.Sup()), 0))
		mean = both(mean, one*math.Sqrt(float64(s.Count)))
	}
	if sup := p.Sup(); !math.IsInf(sup, 1) {
		mean = min(mean, gauss.Pure(accounting.Epsilon(sup), accounting.Delta(d)))
	}
	return mean
}

// both returns the mean of two Gaussian releases together, rounded up.
func both(x, y float64) float64 { return math.Hypot(x, y) * (1 + 0x1p-50) }

// numeric covers a plan by its curve.
func numeric(p *plan.Plan, d float64) float64 {
	curve, end := curveOf(p, d, max(d, 1e-4)) // it need not be tight near d, at large ε
	return gauss.Cover(curve, end, accounting.Delta(d))
}
