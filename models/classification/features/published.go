package features

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/gdp"
)

// amplification is [DPAR24] Thm 2: an (ε, δ)-DP mechanism on a subsample of rate q' is claimed to
// be (q'ε, q'δ)-DP for all nodes.
var amplification = gdp.Claim{
	Source:    "[DPAR24] Thm 2",
	Statement: "training on a subsample of rate q' costs q' times the ε of the subsample",
	Why:       "sampling makes ε into ln(1 + q'(e^ε - 1)), which is more than q'ε for every ε > 0 (linear is its limit for small ε), and for a secret Poisson subsample only",
}

// beforeSampling returns the budget that the paper allots to the subsample: b over q'.
func (c settings) beforeSampling(b gdp.Budget) gdp.Budget {
	return gdp.Budget{Epsilon: b.Epsilon / gdp.Epsilon(c.Subsample), Delta: b.Delta / gdp.Delta(c.Subsample)}
}

// orders returns the orders of the public code's accountant.
func orders() (list []float64) {
	for i := 11; i < 110; i++ {
		list = append(list, float64(i)/10)
	}
	for order := 12.0; order < 64; order++ {
		list = append(list, order)
	}
	return list
}

// published returns ε by the public code's accountant for T Poisson-sampled Gaussian steps, one
// value per order.
func published(rate, multiplier float64, steps int, delta gdp.Delta, orders []float64) ([]float64, error) {
	a, err := rdp.New(accounting.AddRemove)
	if err != nil {
		return nil, err
	}
	step := accounting.PoissonSampled{Rate: rate, Event: accounting.Gaussian{NoiseMultiplier: multiplier}}
	costs := make([]float64, len(orders))
	for i, order := range orders {
		r, failed := a.Divergence(step, order)
		err = errors.Join(err, failed)
		costs[i] = float64(steps)*r - math.Log(float64(delta))/(order-1)
	}
	return costs, err
}

// PublishedMultiplier returns the noise multiplier that the public code's accountant finds for the
// subsample's budget.
func PublishedMultiplier(rate float64, steps int, b gdp.Budget) (float64, error) {
	low, high, left := 0.1, 1000.0, orders()
	for range 50 {
		middle := math.Sqrt(low * high)
		costs, err := published(rate, middle, steps, b.Delta, left)
		if err != nil {
			return 0, fmt.Errorf("features: %w", err)
		}
		var within []float64 // an order for which this noise is too small needs more, not less
		for i, cost := range costs {
			if cost <= float64(b.Epsilon) {
				within = append(within, left[i])
			}
		}
		if len(within) == 0 {
			low = middle
		} else {
			high, left = middle, within
		}
	}
	if high > 999 {
		return 0, fmt.Errorf("features: no noise multiplier lets %d steps fit the budget %v: use fewer steps or a larger budget", steps, b)
	}
	return high, nil
}
