package dpggan

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// abadi is the accountant of the authors' code: moments 1 to 32 of a Gaussian on a sample,
// [ACGM16] §3.2, in doubles and by the authors' sums, which give a number for rates above 1, too.
type abadi struct{ logs []float64 } // ln E (1 - q + q r)^(λ+1), λ = 1, 2, …

// mostMoments is the number of moments.
const mostMoments = 32

func newAbadi(q, sigma float64) (a abadi) {
	for order := 1; order <= mostMoments; order++ {
		below, above := 0.0, 0.0 // Σ_i (λ over i) q^i E (r-1)^i under the two Gaussians
		for i := range order + 1 {
			s, t := 0.0, 0.0
			for j := range i + 1 {
				c := choose(i, j)
				if (i-j)%2 == 1 {
					c = -c
				}
				x := float64(j)
				s += c * math.Exp((x*x-x)/(2*sigma*sigma))
				t += c * math.Exp((x*x+x)/(2*sigma*sigma))
			}
			c := choose(order, i) * math.Pow(q, float64(i))
			below, above = below+c*s, above+c*t
		}
		a.logs = append(a.logs, math.Log((1-q)*below+q*above))
	}
	return a
}

// epsilon returns ε after some steps: the least of what the moments say that are numbers.
func (a abadi) epsilon(steps int, delta gdp.Delta) float64 {
	least := math.Inf(1)
	for i, moment := range a.logs {
		if eps := (float64(steps)*moment - math.Log(float64(delta))) / float64(i+1); !math.IsInf(eps, 0) && eps < least {
			least = eps
		}
	}
	return least
}

// choose is a binomial coefficient.
func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}
