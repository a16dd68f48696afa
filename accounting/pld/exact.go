package pld

import (
	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
)

// exact returns a function that bounds δ at any ε ≥ 0 if the plan has a closed form, or nil. Such
// plans need no lattice.
func exact(p *plan.Plan) func(eps float64) float64 {
	if len(p.Steps) != 1 || p.Squares > 0 || p.Rho > 0 {
		return nil
	}
	s := p.Steps[0]
	if one, ok := s.Pair.(pair.Exact); ok && s.Count == 1 {
		return one.Curve
	}
	if law, ok := s.Pair.(*pair.Law); ok {
		if all := law.Power(s.Count); all != nil {
			return all.Curve
		}
	}
	return nil
}

// inverse returns the least ε in [0, high], rounded up, at which a decreasing curve is at most d;
// it must be so at high.
func inverse(curve func(eps float64) float64, high, d float64) float64 {
	if curve(0) <= d {
		return 0
	}
	low := 0.0
	for range 100 {
		mid := low + (high-low)/2
		if mid <= low || mid >= high {
			break
		}
		if curve(mid) <= d {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
