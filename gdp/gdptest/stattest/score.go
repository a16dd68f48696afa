package stattest

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/scalar"
)

// Score maps a sample to a normal score.
type Score func(x float64) float64

// Normal returns the score of the distribution N(0, sd²).
func Normal(sd float64) Score { return func(x float64) float64 { return x / sd } }

// Laplace returns the score of the density exp(-|x|/b)/(2b).
func Laplace(b float64) Score {
	return func(x float64) float64 {
		return math.Copysign(mathext.NormalQuantile(scalar.Exp(-math.Abs(x)/b)/2), x)
	}
}

// Discrete returns the score of an integer x: that of a uniform point between F(x-1) and F(x), so
// scores are normal although x has atoms. The weights are proportional to the probabilities of
// from, from+1, …, and must cover all mass that matters.
func Discrete(from int, weights []float64, r *rand.Rand) Score {
	total := lists.Sum(weights)
	// Mass below and above each integer, each summed from the small end.
	below, above := make([]float64, len(weights)+1), make([]float64, len(weights)+1)
	for i, w := range weights {
		below[i+1] = below[i] + w/total
	}
	for i := len(weights) - 1; i >= 0; i-- {
		above[i] = above[i+1] + weights[i]/total
	}
	return func(x float64) float64 {
		i := int(x) - from
		if i < 0 || i >= len(weights) || x != math.Trunc(x) {
			return math.NaN()
		}
		u := r.Float64()
		p, q := below[i]+u*weights[i]/total, above[i+1]+(1-u)*weights[i]/total
		if p < q {
			return mathext.NormalQuantile(p)
		}
		return -mathext.NormalQuantile(q)
	}
}
