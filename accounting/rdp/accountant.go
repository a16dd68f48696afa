// Package rdp is the accountant by Rényi differential privacy.
//
// A plan's divergence of order a is the sum over its steps, and one number R(a) per order converts
// to (ε, δ). This is fast, since divergences add up, and loose by some percent, since one order
// must serve. Package pld is tighter and slower.
//
// Divergences are exact for every event at every real order above 1. The conversion is the best
// possible one from a single order [ALCKS20], and the order is optimised over the whole line.
package rdp

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant accounts by Rényi divergences. It supports every event of package accounting that has
// a bound under its relation.
type Accountant struct{ plan.Accountant }

// New returns an accountant under the relation.
func New(r accounting.Relation) (*Accountant, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	return &Accountant{plan.Accountant{
		Name: "rdp", Of: r,
		BoundEpsilon: func(p *plan.Plan, d float64) float64 { return At(p, d).Epsilon },
		BoundDelta:   func(p *plan.Plan, eps float64) float64 { return scalar.Exp(AtEpsilon(p, eps).LogDelta) },
	}}, nil
}

// Divergence returns the Rényi divergence of order a > 1 of an event, the larger of the two
// directions; +Inf if there is no finite one.
func (a *Accountant) Divergence(e accounting.Event, order float64) (float64, error) {
	p, err := a.Plan(e)
	if err != nil {
		return 0, err
	}
	if !(order > 1) {
		return 0, p.Refuse(e, "an order must be above 1")
	}
	if p.Broken || p.Safe < 0 {
		return math.Inf(1), nil
	}
	var worst float64
	for _, r := range divergences(p) {
		worst = max(worst, r(order))
	}
	return worst, nil
}

// Bound is the bound by the best order on a plan without its black boxes.
type Bound struct {
	Epsilon, LogDelta float64
	Order             float64
	// Divergence is R, in the direction that decides.
	Divergence func(a float64) float64
}

// At returns the best bound on ε at δ = d, 0 < d < 1.
func At(p *plan.Plan, d float64) Bound {
	b := Bound{Epsilon: -1, LogDelta: math.Log(d)}
	for _, r := range divergences(p) {
		if a, eps := toEpsilon(d).optimum(r); eps > b.Epsilon {
			b.Epsilon, b.Order, b.Divergence = eps, a, r
		}
	}
	return b
}

// AtEpsilon returns the best bound on ln δ at ε = eps.
func AtEpsilon(p *plan.Plan, eps float64) Bound {
	b := Bound{Epsilon: eps, LogDelta: math.Inf(-1)}
	for _, r := range divergences(p) {
		if a, logd := toLogDelta(eps).optimum(r); logd >= b.LogDelta {
			b.LogDelta, b.Order, b.Divergence = logd, a, r
		}
	}
	return b
}

// Cover returns a mean that covers a plan without its black boxes except with probability d, as
// [gauss.Cover] does; 0 < d < 1.
func Cover(p *plan.Plan, d float64) float64 {
	curve := func(eps float64) float64 { return scalar.Exp(AtEpsilon(p, eps).LogDelta) }
	return gauss.Cover(curve, At(p, d).Epsilon, accounting.Delta(d))
}

// divergences returns R(a) of the plan for each direction in which the neighbours may differ; one
// suffices if all steps are symmetric.
func divergences(p *plan.Plan) []func(a float64) float64 {
	sum := func(reverse bool) (r func(a float64) float64, differs bool) {
		pairs := make([]pair.Pair, len(p.Steps))
		for i, s := range p.Steps {
			pairs[i] = s.Pair
			if m, ok := s.Pair.(*pair.Mixture); !reverse || ok && m.OneRecord() {
				continue
			}
			if back := s.Pair.Reverse(); back != nil {
				pairs[i], differs = back, true
			}
		}
		return func(a float64) float64 {
			sum := a * (p.Squares/2 + p.Rho)
			for i, x := range pairs {
				sum += float64(p.Steps[i].Count) * x.LogMoment(a) / (a - 1)
			}
			return sum * (1 + 0x1p-50)
		}, differs
	}
	forward, _ := sum(false)
	if backward, differs := sum(true); differs {
		return []func(a float64) float64{forward, backward}
	}
	return []func(a float64) float64{forward}
}
