// Package gauss computes exact privacy costs of Gaussian mechanisms.
//
// Gaussian releases with noise multipliers σᵢ are together equivalent to one with mean μ = √Σ 1/σᵢ²
// ("μ-GDP", [DRS22] Cor. 3.3). One release has the curve
//
//	δ(ε) = Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ)   [BW18] Thm 8.
//
// The functions evaluate the curve, invert it in each of its three variables, and convert
// zero-concentrated privacy. [Accountant] accounts for whole plans.
package gauss

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant is the exact accountant for plans of unsampled Gaussian releases (and black boxes with
// ε = 0). It refuses all other plans.
type Accountant struct{ plan.Accountant }

// New returns an accountant under the relation.
func New(r accounting.Relation) (*Accountant, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	return &Accountant{plan.Accountant{
		Name: "gauss", Of: r, Serves: serves,
		BoundEpsilon: func(p *plan.Plan, d float64) float64 { return float64(Epsilon(p.Mean(), accounting.Delta(d))) },
		BoundDelta:   func(p *plan.Plan, eps float64) float64 { return Delta(p.Mean(), accounting.Epsilon(eps)) },
	}}, nil
}

// serves refuses plans with other events than Gaussian releases.
func serves(p *plan.Plan) error {
	if len(p.Steps) > 0 {
		return p.Refuse(p.Steps[0].Event, "no Gaussian release equals it")
	}
	if p.Rho > 0 {
		return p.Refuse(accounting.ZeroConcentrated{Rho: p.Rho}, "it need not be a Gaussian release")
	}
	return nil
}

// Rho returns ρ of the ρ-zCDP of a Gaussian release with mean mu: ρ = μ²/2 [BS16] Prop. 6. ρ is
// additive under composition.
func Rho(mu float64) float64 { return mu * mu / 2 }

// EpsilonOfRho converts ρ-zCDP to ε at d by the best order: min over a > 1 of aρ + ln(1-1/a) - (ln
// δ + ln a)/(a-1) [CKS20] Prop. 12.
func EpsilonOfRho(rho float64, d accounting.Delta) (accounting.Epsilon, error) {
	if !(rho >= 0) {
		return 0, fmt.Errorf("gauss: ρ = %v, want a number ≥ 0", rho)
	}
	if err := d.Validate(); err != nil {
		return 0, err
	}
	if rho == 0 {
		return 0, nil
	}
	if d == 0 || math.IsInf(rho, 1) {
		return accounting.Epsilon(math.Inf(1)), nil
	}
	logd := math.Log(float64(d))
	at := func(t float64) float64 { // t = ln(a-1): every order gives a bound
		l := scalar.Exp(t)
		return (1+l)*rho + t - math.Log1p(l) - (logd+math.Log1p(l))/l
	}
	// The objective falls and then rises: golden-section search around the optimum of the leading
	// terms, a-1 = √(ln(1/δ)/ρ).
	mid := math.Log(max(-logd, 1e-9)/rho) / 2
	low, high := mid-20, mid+20
	const golden = 0.6180339887498949
	for range 120 {
		x, y := high-golden*(high-low), low+golden*(high-low)
		if at(x) < at(y) {
			high = y
		} else {
			low = x
		}
	}
	return accounting.Epsilon(max(0, at((low+high)/2)*(1+1e-13))), nil
}
