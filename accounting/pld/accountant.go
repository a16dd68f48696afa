// Package pld is the accountant by privacy loss distributions.
//
// Every step is replaced by a dominating pair on a lattice of losses, the distributions of the
// losses are convolved, and δ(ε) is read off the result [KJH20; DGKKM22]. Three techniques make the
// answer tight and safe:
//
//   - The lattice is chosen for the plan, so that all steps together raise
//     ε by about 10⁻⁵ of itself, for one step and for 10⁸ steps.
//   - The convolution runs on the exponentially tilted distribution, whose mean is
//     the ε in question, and sums only the Fourier coefficients that are not
//     negligible. So it is precise relative to δ, however small δ is, and 10⁹ steps
//     cost as much as 10⁴. If many coefficients matter, a fast Fourier transform
//     computes them.
//   - Errors from the lattice, its ends, the wrap-around of the transform and
//     rounding are added to δ, never dropped.
//
// Plans that consist of one pure mechanism have closed forms and need no lattice.
package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant accounts by privacy loss distributions. It supports every event of package accounting.
// Divergences alone do not determine a loss distribution, so black boxes known by ρ are replaced by
// a Gaussian release that covers them.
type Accountant struct{ plan.Accountant }

// New returns an accountant under the relation.
func New(r accounting.Relation) (*Accountant, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	return &Accountant{plan.Accountant{
		Name: "pld", Of: r, BoundEpsilon: epsilonOf,
		BoundDelta: func(p *plan.Plan, eps float64) float64 { return scalar.Exp(logDelta(p, eps)) },
	}}, nil
}

// epsilonOf returns ε at δ = d of a plan without its black boxes.
func epsilonOf(p *plan.Plan, d float64) float64 {
	if curve := exact(p); curve != nil {
		return inverse(curve, p.Sup(), d)
	}
	guess := rdp.At(p, d)
	switch {
	case guess.Epsilon == 0 || tooWide(guess):
		return guess.Epsilon
	case p.Rho > 0:
		q, failing := covered(p, d)
		return better(guess.Epsilon, epsilonOf(q, less(d, failing)))
	}
	return better(guess.Epsilon, worst(p, guess, atDelta(math.Log(d))))
}

// logDelta returns ln δ at ε = eps of a plan without its black boxes.
func logDelta(p *plan.Plan, eps float64) float64 {
	if curve := exact(p); curve != nil {
		return math.Log(curve(eps))
	}
	guess := rdp.AtEpsilon(p, eps)
	if math.IsInf(guess.LogDelta, -1) || tooWide(guess) {
		return guess.LogDelta
	}
	if p.Rho == 0 {
		return better(guess.LogDelta, worst(p, guess, atEpsilon(eps)))
	}
	// The share of δ for failures of the cover depends on δ.
	logd := guess.LogDelta
	for range 2 {
		q, failing := covered(p, scalar.Exp(logd))
		logd = better(logd, special.LogAdd(logDelta(q, eps), math.Log(failing))+1e-13)
	}
	return logd
}

// covered returns the plan with a Gaussian release in place of the black boxes known by ρ, and the
// failure probability of that cover: a small share of d, since means grow slowly as it falls.
func covered(p *plan.Plan, d float64) (q *plan.Plan, failing float64) {
	failing = d * 0x1p-20
	known, others := *p, *p
	known.Steps, known.Squares, others.Rho = nil, 0, 0
	others.Squares += sq(rdp.Cover(&known, failing)) * (1 + 0x1p-50)
	return &others, failing
}

// less returns d - failing, rounded down.
func less(d, failing float64) float64 { return (d - failing) * (1 - 0x1p-52) }

// tooWide reports whether losses exceed any useful value and the exponents of float64, so that the
// Rényi bound must be used.
func tooWide(b rdp.Bound) bool {
	return !(b.Epsilon < 300) || !(b.LogDelta > -650)
}

// better returns the smaller of two bounds, the first if the second is NaN.
func better(renyi, tight float64) float64 {
	if tight < renyi {
		return tight
	}
	return renyi
}

// worst composes the plan in both directions and returns the larger answer, or NaN if no lattice of
// admissible size serves the plan.
func worst(p *plan.Plan, guess rdp.Bound, q question) float64 {
	h := choose(p, guess)
	worse, better := discretise(p, guess, h)
	if worse == nil {
		return math.NaN()
	}
	// Rényi's order may be far from the optimal tilt, and its δ far too large.
	t, m := worse.saddle(q.miss)
	fine, logd := distance(p, t, m.mean, m.variance), m.logDelta(t)
	if fine < h/2 || logd < guess.LogDelta-8 {
		guess.LogDelta = max(-700, min(logd, guess.LogDelta))
		if worse, better = discretise(p, guess, max(h/32, min(h, fine))); worse == nil {
			return math.NaN()
		}
	}
	if better == nil {
		return q.answer(worse)
	}
	if q.estimate(better) > q.estimate(worse) {
		worse, better = better, worse
	}
	// A coarse lattice also gives a bound. It usually suffices to show that the other direction
	// costs less.
	answer := q.answer(worse)
	if q.answer(better.coarsen(4)) <= answer {
		return answer
	}
	return max(answer, q.answer(better))
}
