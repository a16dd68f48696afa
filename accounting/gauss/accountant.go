package gauss

import (
	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/plan"
)

// Accountant is the exact accountant of plans that consist of unsampled
// Gaussian releases (and black boxes with ε = 0). Everything else is refused.
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

// serves refuses a plan of anything but Gaussian releases.
func serves(p *plan.Plan) error {
	if len(p.Steps) > 0 {
		return p.Refuse(p.Steps[0].Event, "no Gaussian release equals it")
	}
	if p.Rho > 0 {
		return p.Refuse(accounting.ZeroConcentrated{Rho: p.Rho}, "it need not be a Gaussian release")
	}
	return nil
}
