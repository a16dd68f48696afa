package dpgs

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
)

// noise is that of the parts of a summary.
type noise struct {
	hops, rounds int
	hop          float64     // multiplier of the sums of each hop
	refine       gdp.Epsilon // ε of each round of refinement
	count        float64     // multiplier of the counts
	edges        float64     // multiplier of the number of edges; 0: it is not asked for
}

// at returns the noise of which all parts together cost what one Gaussian release with the
// multiplier costs, in zero-concentrated privacy: ρ = 1/(2·multiplier²). A hop costs
// 1/(2·hop²), a round refine²/16 (two ends of an edge, of range refine/2 each).
func (c Features) at(multiplier float64) noise {
	n := noise{hops: c.Hops, rounds: c.Refinements, count: multiplier / math.Sqrt(c.CountShare)}
	if c.EdgeShare > 0 {
		n.edges = multiplier / math.Sqrt(c.EdgeShare)
	}
	if c.Hops > 0 {
		n.hop = multiplier * math.Sqrt(float64(c.Hops)/c.HopShare)
	}
	if c.Refinements > 0 {
		n.refine = gdp.Epsilon(math.Sqrt(8*c.RefineShare/float64(c.Refinements)) / multiplier)
	}
	return n
}

// event is what all parts cost.
func (n noise) event() accounting.Event {
	all := accounting.Compose{accounting.Gaussian{NoiseMultiplier: n.count}}
	if n.edges > 0 {
		all = append(all, accounting.Gaussian{NoiseMultiplier: n.edges})
	}
	if n.hops > 0 {
		all = append(all, accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: n.hop}, Count: n.hops})
	}
	if n.rounds > 0 {
		all = append(all, accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: float64(n.refine) / ends}, Count: ends * n.rounds})
	}
	return all
}

// calibrate returns the least noise with which all parts cost a session's budget.
func (c Features) calibrate(s *gdp.Session) (noise, error) {
	m, err := multiplier(s, func(m float64) accounting.Event { return accounting.Compose{c.at(m).event()} })
	return c.at(m), err
}

// multiplier returns the least one at which an event costs a session's budget.
func multiplier(s *gdp.Session, event func(m float64) accounting.Event) (float64, error) {
	if err := needsDelta(s); err != nil {
		return 1, err
	}
	m, err := accounting.CalibrateNoise(s.Accountant(), s.Budget(), event)
	if err != nil {
		return 1, fmt.Errorf("dpgs: %w", err)
	}
	return m, nil
}

// needsDelta refuses a budget without δ, which Gaussian noise needs.
func needsDelta(s *gdp.Session) error {
	if b := s.Budget(); b.Delta == 0 {
		return fmt.Errorf("dpgs: the budget %v: %w", b, gdp.ErrDelta)
	}
	return nil
}
