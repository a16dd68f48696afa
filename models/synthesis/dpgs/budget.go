package dpgs

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
)

// sigmas are the noise of [DPGS] as printed, over the sensitivities that it claims, and
// what each costs there.
type sigmas struct {
	aggregation, gradient, weights, features float64
	each                                     gdp.Budget // of the sums of a hop
	training, refinement, count, feature     gdp.Budget
}

// sigmas splits a budget: ε in four, for clustering, refinement, weights and features; δ in three,
// as refinement needs none. A half of what clustering has is for the sums of hops, and a half for
// gradients.
func (c Paper) sigmas(b gdp.Budget) (n sigmas, err error) {
	const short = 1 - 1e-9 // of what rounding may add
	part := func(eps, delta float64) gdp.Budget {
		return gdp.Budget{Epsilon: b.Epsilon * gdp.Epsilon(eps*short), Delta: b.Delta * gdp.Delta(delta*short)}
	}
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
			return n, fmt.Errorf("dpgs: the budget %v gives no noise: want numbers of a usual size", b)
		}
	}
	return n, nil
}

// renyiSigma is the noise, over the clip, with which [DPGS] Thm 2 gives a budget to steps of one
// clipped gradient: T steps of γ = 2α/σ², and the usual way from Rényi divergences to (ε, δ), at
// the best order.
func renyiSigma(b gdp.Budget, steps int) float64 {
	log := math.Log(1 / float64(b.Delta))
	return math.Sqrt(2*float64(steps)) / (math.Sqrt(log+float64(b.Epsilon)) - math.Sqrt(log))
}
