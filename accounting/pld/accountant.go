package pld

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/rdp"
)

// Accountant accounts by privacy loss distributions. It serves every event of
// package accounting but [accounting.ZeroConcentrated], which is known by its
// divergences alone.
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
	p, err := a.plan(e)
	if err != nil {
		return 0, err
	}
	return p.Epsilon(d, func(rest float64) (float64, error) {
		guess := rdp.At(p, rest)
		if guess.Epsilon == 0 || a.tooWide(guess) {
			return guess.Epsilon, nil
		}
		return better(guess.Epsilon, a.worst(p, guess, atDelta(math.Log(rest)))), nil
	})
}

// Delta implements [accounting.Accountant].
func (a *Accountant) Delta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	if err := eps.Validate(); err != nil {
		return 1, err
	}
	p, err := a.plan(e)
	if err != nil {
		return 1, err
	}
	return p.Delta(eps, func() (float64, error) {
		guess := rdp.AtEpsilon(p, float64(eps))
		if math.IsInf(guess.LogDelta, -1) || a.tooWide(guess) {
			return math.Exp(guess.LogDelta), nil
		}
		return math.Exp(better(guess.LogDelta, a.worst(p, guess, atEpsilon(float64(eps))))), nil
	})
}

func (a *Accountant) plan(e accounting.Event) (*plan.Plan, error) {
	p, err := plan.New("pld", e, a.relation)
	if err == nil && p.Rho > 0 {
		err = p.Refuse(accounting.ZeroConcentrated{Rho: p.Rho}, "divergences alone decide no loss distribution")
	}
	return p, err
}

// tooWide tells that losses are beyond any use and beyond float64 exponents;
// the Rényi bound must serve.
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
	dear, cheap := discretise(p, guess, a.interval)
	if dear == nil {
		return math.NaN()
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
