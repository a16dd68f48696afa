package aggregate

import (
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
)

// Multiplier returns the smallest noise multiplier for which the sums and trainings cost at most
// the session's budget. A plan uses it as often as its own multiplier says; 0 means once.
func Multiplier(s *gdp.Session, sums int, plans ...gdp.Plan) (float64, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return 0, fmt.Errorf("the budget %v: %w", b, gdp.ErrDelta)
	}
	return accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		all := accounting.Compose{accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: m}, Count: sums}}
		for _, p := range plans {
			if p.Multiplier == 0 {
				p.Multiplier = 1
			}
			p.Multiplier *= m
			e, _ := p.Event(s) // nil is refused later
			all = append(all, e)
		}
		return all
	})
}
