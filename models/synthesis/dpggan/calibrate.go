package dpggan

import (
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
)

// calibrated returns a plan with the least noise with which its steps cost what noisy counts leave
// of a session's budget, and ε of the counts: a share of the session's. bound is how far one
// change moves the counts. more, unless nil, are the other releases at a noise multiplier.
func calibrated(s *gdp.Session, p gdp.Plan, share float64, bound int, more func(m float64) accounting.Compose) (gdp.Plan, gdp.Epsilon, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return p, 0, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	eps := b.Epsilon * gdp.Epsilon(share)
	multiplier, err := accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		p.Multiplier = m
		steps, _ := p.Event(s) // nil, and refused, if the multiplier is out of range
		all := accounting.Compose{accounting.DiscreteLaplace{Scale: float64(bound) / float64(eps), Sensitivity: bound}, steps}
		if more != nil {
			all = append(all, more(m)...)
		}
		return all
	})
	if err != nil {
		return p, 0, fmt.Errorf("dpggan: %w", err)
	}
	p.Multiplier = multiplier
	return p, eps, nil
}
