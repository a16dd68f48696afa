package plan

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant answers questions about events through their plans. It handles what all accountants
// have in common: invalid arguments, black boxes, steps without a guarantee, the largest loss, and
// δ = 0.
type Accountant struct {
	Name string // used in errors
	Of   accounting.Relation
	// Serves returns an error if there is no bound for a plan; a nil function means that all plans
	// are supported.
	Serves func(p *Plan) error
	// BoundEpsilon returns ε at δ = d of a plan without its black boxes. BoundDelta returns δ at ε
	// = eps.
	BoundEpsilon func(p *Plan, d float64) float64
	BoundDelta   func(p *Plan, eps float64) float64
}

// Relation implements [accounting.Accountant].
func (a *Accountant) Relation() accounting.Relation { return a.Of }

// Plan returns the plan of an event.
func (a *Accountant) Plan(e accounting.Event) (*Plan, error) {
	p, err := New(a.Name, e, a.Of)
	if err == nil && a.Serves != nil {
		err = a.Serves(p)
	}
	return p, err
}

// Epsilon implements [accounting.Accountant].
func (a *Accountant) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	if err := d.Validate(); err != nil {
		return 0, err
	}
	p, err := a.Plan(e)
	if err != nil {
		return 0, err
	}
	rest, ok := p.Rest(d)
	sup := p.Sup()
	switch {
	case !ok:
		return accounting.Epsilon(math.Inf(1)), nil
	case rest <= 0 || sup == 0:
		return accounting.Epsilon(sup), nil
	}
	return accounting.Epsilon(max(0, min(sup, a.BoundEpsilon(p, rest)))), nil
}

// Delta implements [accounting.Accountant].
func (a *Accountant) Delta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	if err := eps.Validate(); err != nil {
		return 1, err
	}
	p, err := a.Plan(e)
	if err != nil || p.Broken {
		return 1, err
	}
	var rest float64
	if float64(eps) < p.Sup() {
		rest = a.BoundDelta(p, float64(eps))
	}
	if p.Safe < 0 { // 1 - (1 - Fail)·(1 - rest)
		rest = (p.Fail + scalar.Exp(p.Safe)*rest) * (1 + 0x1p-50)
	}
	return min(1, rest), nil
}
