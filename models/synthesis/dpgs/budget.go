package dpgs

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
)

// sigmas are the noise multipliers of [DPGS] as printed, relative to the claimed sensitivities, and
// the claimed cost of each.
type sigmas struct {
	aggregation, gradient, weights, features float64
	each                                     gdp.Budget // per hop
	training, refinement, count, feature     gdp.Budget
}

// sigmas splits the budget: ε into quarters for clustering, refinement, weights and features; δ
// into thirds, as refinement needs none. Clustering spends half on the hop sums and half on
// gradients.
func (c Paper) sigmas(b gdp.Budget) (n sigmas, err error) {
	const short = 1 - 1e-9 // room for rounding
	part := func(eps, delta float64) gdp.Budget {
		return gdp.Budget{Epsilon: b.Epsilon * gdp.Epsilon(eps*short), Delta: b.Delta * gdp.Delta(delta*short)}
	}
	// [DPGS] Thm 1: sequential composition.
	n.training, n.refinement, n.count, n.feature = part(1./8, 1./6), part(1./4, 0), part(1./4, 1./3), part(1./4, 1./3)
	if c.Hops == 0 {
		n.training = part(1./4, 1./3)
	} else {
		n.each = part(1./8/float64(c.Hops), 1./6/float64(c.Hops))
		n.aggregation = gauss.Classical(n.each)
	}
	n.weights, n.features = gauss.Classical(n.count), gauss.Classical(n.feature)
	n.gradient = renyiSigma(n.training, c.Steps) / 2
	for _, sigma := range []float64{n.gradient, n.weights, n.features} {
		if !(sigma > 0) || math.IsInf(sigma, 1) {
			return n, fmt.Errorf("dpgs: the noise for the budget %v is 0 or infinite: use a less extreme budget", b)
		}
	}
	return n, nil
}

// renyiSigma returns the noise over the clip with which [Theorem2] gives the budget for steps of
// one clipped gradient: T steps of γ = 2α/σ², converted from Rényi divergence to (ε, δ) at the best
// order.
func renyiSigma(b gdp.Budget, steps int) float64 {
	log := math.Log(1 / float64(b.Delta))
	return math.Sqrt(2*float64(steps)) / (math.Sqrt(log+float64(b.Epsilon)) - math.Sqrt(log)) // [DPGS] Thm 2 of one node
}

// Theorem2 returns γ of Theorem 2: the Rényi divergence of order alpha that the paper states for a
// training step. An edge changes changed of the nodes, (N_k^(r+1) - 1)/(N_k - 1) in the paper; eta
// is the clip and sigma the noise's standard deviation. The number of changed nodes in a batch is
// hypergeometric, so changed must not exceed nodes. [Published] clips the whole gradient, which
// counts as one node that changes and is in every batch.
func Theorem2(nodes, changed, batch int, eta, sigma, alpha float64) (float64, error) {
	switch {
	case nodes < 1 || changed < 0 || changed > nodes || batch < 0 || batch > nodes:
		return 0, fmt.Errorf("dpgs: %d nodes, %d changed nodes and a batch of %d: want at least 1 node, and no more of them changed or drawn", nodes, changed, batch)
	case !(alpha > 1) || !(sigma > 0) || !(eta >= 0):
		return 0, fmt.Errorf("dpgs: order %v, noise %v and clip %v: want above 1, above 0 and at least 0", alpha, sigma, eta)
	}
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	top := math.Inf(-1)
	var terms []float64
	for rho := max(0, changed+batch-nodes); rho <= min(changed, batch); rho++ {
		x := choose(changed, rho) + choose(nodes-changed, batch-rho) - choose(nodes, batch) +
			alpha*(alpha-1)*2*float64(rho)*float64(rho)*eta*eta/(sigma*sigma)
		terms, top = append(terms, x), max(top, x)
	}
	sum := 0.0
	for _, x := range terms {
		sum += math.Exp(x - top)
	}
	return (top + math.Log(sum)) / (alpha - 1), nil // [DPGS] Thm 2
}

// noise is the noise of a summary's parts.
type noise struct {
	hops, rounds int
	hop          float64     // multiplier of each hop's sums
	refine       gdp.Epsilon // ε of each refinement round
	count        float64     // multiplier of the counts
	edges        float64     // multiplier of the edge count; 0: not asked for
}

// at returns the noise at which all parts together cost as much as one Gaussian release with the
// multiplier, in zero-concentrated DP: ρ = 1/(2·multiplier²). A hop costs 1/(2·hop²), a round
// refine²/16 (two ends of an edge, of range refine/2 each).
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

// event returns the cost of all parts.
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

// calibrate returns the least noise at which all parts fit the session's budget.
func (c Features) calibrate(s *gdp.Session) (noise, error) {
	m, err := multiplier(s, func(m float64) accounting.Event { return accounting.Compose{c.at(m).event()} })
	return c.at(m), err
}

// multiplier returns the least multiplier at which the event fits the session's budget.
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
