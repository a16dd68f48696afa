package gauss

import (
	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/plan"
)

// Accountant is the exact accountant of plans that consist of unsampled
// Gaussian releases (and black boxes with ε = 0). Everything else is refused.
type Accountant struct{ relation accounting.Relation }

// New returns an accountant under the relation.
func New(r accounting.Relation) (*Accountant, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	return &Accountant{r}, nil
}

// Relation implements [accounting.Accountant].
func (a *Accountant) Relation() accounting.Relation { return a.relation }

// Epsilon implements [accounting.Accountant]; it is exact.
func (a *Accountant) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	if err := d.Validate(); err != nil {
		return 0, err
	}
	p, err := a.plan(e)
	if err != nil {
		return 0, err
	}
	return p.Epsilon(d, func(rest float64) (float64, error) {
		return float64(Epsilon(p.Mean(), accounting.Delta(rest))), nil
	})
}

// Delta implements [accounting.Accountant]; it is exact.
func (a *Accountant) Delta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	if err := eps.Validate(); err != nil {
		return 1, err
	}
	p, err := a.plan(e)
	if err != nil {
		return 1, err
	}
	return p.Delta(eps, func() (float64, error) { return Delta(p.Mean(), eps), nil })
}

func (a *Accountant) plan(e accounting.Event) (*plan.Plan, error) {
	p, err := plan.New("gauss", e, a.relation)
	if err != nil {
		return nil, err
	}
	if len(p.Steps) > 0 {
		return nil, p.Refuse(p.Steps[0].Event, "no Gaussian release equals it")
	}
	if p.Rho > 0 {
		return nil, p.Refuse(accounting.ZeroConcentrated{Rho: p.Rho}, "it need not be a Gaussian release")
	}
	return p, nil
}
