package solutions

import (
	"math"

	composition "github.com/graphdp/graphdp/notebooks/58_composition"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func composed() []Solution {
	type verdict = exercise.Verdict
	of := func(s exercise.Statement, f func(x, y float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(s, func(x []float64) float64 { return f(x[0], x[len(x)-1]) })
		}
	}
	log := math.Log(1e5)
	rho := math.Pow(math.Sqrt(log+1)-math.Sqrt(log), 2) // of ε = 1
	return []Solution{{
		Exercise: "58.1", Right: of(composition.Concentrated, func(move, sigma float64) float64 { return move * move / (2 * sigma * sigma) }),
		Others: []Other{
			{"without the square", of(composition.Concentrated, func(move, sigma float64) float64 { return move / (2 * sigma) }), exercise.Wrong, "which is smaller"},
			{"without the half", of(composition.Concentrated, func(move, sigma float64) float64 { return move * move / (sigma * sigma) }), exercise.Loose, "is enough"},
		},
	}, {
		Exercise: "58.2", Right: of(composition.Planned, func(k, _ float64) float64 { return math.Sqrt(k / (2 * rho)) }),
		Others: []Other{
			{"the answer for one release", of(composition.Planned, func(_, _ float64) float64 { return math.Sqrt(1 / (2 * rho)) }), exercise.Wrong, "which is smaller"},
			{"k times as much", of(composition.Planned, func(k, _ float64) float64 { return k * math.Sqrt(1/(2*rho)) }), exercise.Loose, "is enough"},
			{"the textbook formula with ε/k", of(composition.Planned, func(k, _ float64) float64 { return k * math.Sqrt(2*math.Log(1.25e5)) }), exercise.Loose, "at k = 1000 yours is"},
		},
	}, {
		Exercise: "58.3", Right: of(composition.Group, func(k, rho float64) float64 { return k * k * rho }),
		Others: []Other{
			{"k times as much", of(composition.Group, func(k, rho float64) float64 { return k * rho }), exercise.Wrong, "which is smaller"},
			{"the answer for k = 8", of(composition.Group, func(_, rho float64) float64 { return 64 * rho }), exercise.Loose, "is enough"},
		},
	}, {
		Exercise: "58.4", Right: of(composition.Coin, func(eps, _ float64) float64 { return eps * eps / 2 }),
		Others: []Other{
			{"ε²", of(composition.Coin, func(eps, _ float64) float64 { return eps * eps }), exercise.Loose, "is enough"},
			{"ε itself", of(composition.Coin, func(eps, _ float64) float64 { return eps }), exercise.Loose, "is enough"},
			{"a quarter of ε²", of(composition.Coin, func(eps, _ float64) float64 { return eps * eps / 4 }), exercise.Wrong, "which is smaller"},
		},
	}}
}
