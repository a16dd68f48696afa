package pld

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant accounts by privacy loss distributions. It serves every event of
// package accounting. Divergences alone decide no loss distribution, so black
// boxes that are known by ρ enter as the Gaussian release that covers them.
type Accountant struct {
	relation accounting.Relation
	interval float64 // 0: from the plan
}

// New returns an accountant under the relation.
func New(r accounting.Relation) (*Accountant, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	return &Accountant{relation: r}, nil
}

// NewInterval returns an accountant on a lattice with the given distance
// between losses, to compare with accountants that fix it. Like theirs its
// answers are upper bounds, but loose for plans of many small steps.
func NewInterval(r accounting.Relation, interval float64) (*Accountant, error) {
	if !(interval > 0) || math.IsInf(interval, 1) {
		return nil, fmt.Errorf("pld: interval %v, want a positive number", interval)
	}
	a, err := New(r)
	if err != nil {
		return nil, err
	}
	a.interval = interval
	return a, nil
}

// Relation implements [accounting.Accountant].
func (a *Accountant) Relation() accounting.Relation { return a.relation }

// Epsilon implements [accounting.Accountant].
func (a *Accountant) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	if err := d.Validate(); err != nil {
		return 0, err
	}
	p, err := plan.New("pld", e, a.relation)
	if err != nil {
		return 0, err
	}
	return p.Epsilon(d, func(rest float64) (float64, error) { return a.epsilon(p, rest), nil })
}

// epsilon returns ε at δ = d of a plan without its black boxes.
func (a *Accountant) epsilon(p *plan.Plan, d float64) float64 {
	if curve := a.exact(p); curve != nil {
		return inverse(curve, p.Sup(), d)
	}
	guess := rdp.At(p, d)
	switch {
	case guess.Epsilon == 0 || a.tooWide(guess):
		return guess.Epsilon
	case p.Rho > 0:
		q, failing := covered(p, d)
		return better(guess.Epsilon, a.epsilon(q, less(d, failing)))
	}
	return better(guess.Epsilon, a.worst(p, guess, atDelta(math.Log(d))))
}

// Delta implements [accounting.Accountant].
func (a *Accountant) Delta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	if err := eps.Validate(); err != nil {
		return 1, err
	}
	p, err := plan.New("pld", e, a.relation)
	if err != nil {
		return 1, err
	}
	return p.Delta(eps, func() (float64, error) { return scalar.Exp(a.logDelta(p, float64(eps))), nil })
}

// logDelta returns ln δ at ε = eps of a plan without its black boxes.
func (a *Accountant) logDelta(p *plan.Plan, eps float64) float64 {
	if curve := a.exact(p); curve != nil {
		return math.Log(curve(eps))
	}
	guess := rdp.AtEpsilon(p, eps)
	if math.IsInf(guess.LogDelta, -1) || a.tooWide(guess) {
		return guess.LogDelta
	}
	if p.Rho == 0 {
		return better(guess.LogDelta, a.worst(p, guess, atEpsilon(eps)))
	}
	// Which share of δ the cover may fail with is known when δ is.
	logd := guess.LogDelta
	for range 2 {
		q, failing := covered(p, scalar.Exp(logd))
		logd = better(logd, special.LogAdd(a.logDelta(q, eps), math.Log(failing))+1e-13)
	}
	return logd
}

// covered returns the plan with a Gaussian release in place of what is known
// by ρ, and the probability that this does not cover it: a small share of d,
// since means grow slowly as it falls.
func covered(p *plan.Plan, d float64) (q *plan.Plan, failing float64) {
	failing = d * 0x1p-20
	known, others := *p, *p
	known.Steps, known.Squares, others.Rho = nil, 0, 0
	others.Squares += sq(rdp.Cover(&known, failing)) * (1 + 0x1p-50)
	return &others, failing
}

// less returns d - failing, rounded down.
func less(d, failing float64) float64 { return (d - failing) * (1 - 0x1p-52) }

// tooWide reports whether losses are beyond any use and beyond the exponents of
// float64, so that the Rényi bound must serve.
func (a *Accountant) tooWide(b rdp.Bound) bool {
	return !(b.Epsilon < 300) || !(b.LogDelta > -650)
}

// better returns the smaller of two bounds, the first if the second is NaN.
func better(renyi, tight float64) float64 {
	if tight < renyi {
		return tight
	}
	return renyi
}

// worst composes the plan in both directions and returns the larger answer, or
// NaN where no lattice in bounds serves the plan.
func (a *Accountant) worst(p *plan.Plan, guess rdp.Bound, q question) float64 {
	h := a.interval
	if h == 0 {
		h = choose(p, guess)
	}
	dear, cheap := discretise(p, guess, h)
	if dear == nil {
		return math.NaN()
	}
	// Rényi's order may be far from the tilt that decides, and its δ far above.
	t, m := dear.saddle(q.miss)
	fine, logd := distance(p, t, m.mean, m.variance), m.logDelta(t)
	if a.interval == 0 && (fine < h/2 || logd < guess.LogDelta-8) {
		guess.LogDelta = max(-700, min(logd, guess.LogDelta))
		if dear, cheap = discretise(p, guess, max(h/32, min(h, fine))); dear == nil {
			return math.NaN()
		}
	}
	if cheap == nil {
		return q.answer(dear)
	}
	if q.estimate(cheap) > q.estimate(dear) {
		dear, cheap = cheap, dear
	}
	// A coarse lattice is a bound too. Mostly it suffices to see that the
	// direction which costs less does so.
	answer := q.answer(dear)
	if q.answer(cheap.coarsen(4)) <= answer {
		return answer
	}
	return max(answer, q.answer(cheap))
}
