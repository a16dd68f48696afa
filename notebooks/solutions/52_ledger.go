package solutions

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	ledger "github.com/graphdp/graphdp/notebooks/52_the_ledger"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func ledgers() []Solution {
	type verdict = exercise.Verdict
	many := func(cost func(k float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(ledger.Many(), func(x []float64) float64 { return cost(x[0]) })
		}
	}
	deviation := func(sigma func(eps float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(ledger.Deviation, func(x []float64) float64 { return sigma(x[0]) })
		}
	}
	groups := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(ledger.Groups, x) }
	}
	spend := func(shares ...gdp.Epsilon) func() verdict {
		return func() verdict { return exercise.Spend("52.4", 1, ledger.Questions, shares...) }
	}
	log := math.Log(1e5)
	advanced := func(k float64) float64 { return 0.1*math.Sqrt(2*k*log) + k*0.1*math.Expm1(0.1) }
	return []Solution{{
		Exercise: "52.1",
		Right:    many(func(k float64) float64 { return min(0.1*k, 0.1*math.Sqrt(2*k*log)+k*0.1*0.1/2) }),
		Others: []Other{
			{"the sum", many(func(k float64) float64 { return 0.1 * k }), exercise.Loose, "but 8.294 is enough"},
			{"only the square root", many(func(k float64) float64 { return 0.1 * math.Sqrt(k) }), exercise.Wrong, "which is smaller"},
			{"advanced composition without the sum", many(advanced), exercise.Loose, "at k = 1 yours is"},
		},
	}, {
		Exercise: "52.2",
		Right:    deviation(func(eps float64) float64 { return 1 / (math.Sqrt2 * (math.Sqrt(log+eps) - math.Sqrt(log))) }),
		Others: []Other{
			{"the textbook formula", deviation(func(eps float64) float64 { return math.Sqrt(2*math.Log(1.25e5)) / eps }), exercise.Wrong, "at ε = "},
			{"as for Laplace noise", deviation(func(eps float64) float64 { return math.Sqrt2 / eps }), exercise.Wrong, "at ε = 0.1 "},
			{"one large constant", deviation(func(float64) float64 { return 50 }), exercise.Loose, "at ε = 20 yours is 50"},
		},
	}, {
		Exercise: "52.3", Right: groups(1),
		Others: []Other{
			{"1 for each count", groups(3), exercise.Loose, "changes the answer by more than 1, but you claim 3"},
			{"1 for each group", groups(2), exercise.Loose, "changes the answer by more than 1, but you claim 2"},
			{"no change", groups(0), exercise.Wrong, "one edge changes the answer by 1"},
		},
	}, {
		Exercise: "52.4", Right: spend(0.24, 0.48, 0.28),
		Others: []Other{
			{"a third each", spend(1./3, 1./3, 1./3), exercise.Wrong, "to the largest degree are within 6.908"},
			{"more than the budget", spend(0.5, 0.5, 0.5), exercise.Wrong, "the total would be ε = 1.5, but the budget is 1"},
			{"no share for the last question", spend(0.5, 0.5, 0), exercise.Wrong, "ε = 0 is out of range"},
			{"two shares", spend(0.5, 0.5), exercise.Failed, "2 shares for 3 questions"},
		},
	}}
}
