package dpgnn

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
)

// count is the paper's accounting: T steps on batches of m out of N nodes without replacement. One
// node changes at most K+1 terms by 2C each, and the noise has standard deviation λ·2(K+1)C.
type count struct{ population, batch, terms, steps int }

// epsilon returns ε of the steps at δ: [DPGNN21] Theorem 1, minimised over orders.
func (c count) epsilon(lambda, delta float64) float64 {
	best := math.Inf(1)
	for _, a := range orders {
		rdp := 0.0
		for i := range c.terms + 1 {
			share := float64(i) / float64(c.terms)
			// E exp(α(α-1) ρ²/(2λ²(K+1)²)) for hypergeometric ρ
			rdp = logAdd(rdp, i == 0, c.logProbability(i)+a*(a-1)*share*share/(2*lambda*lambda))
		}
		rdp = float64(c.steps) * rdp / (a - 1)
		best = min(best, rdp+math.Log1p(-1/a)-math.Log(delta*a)/(a-1))
	}
	return max(best, 0)
}

// orders are those of the authors' code up to 10, and larger ones. Without these no ε below 0.93 is
// reached at δ = 10⁻⁵.
var orders = func() (list []float64) {
	for i := 1; i < 90; i++ {
		list = append(list, 1+float64(i)/10)
	}
	for a := 10.; a <= 1024; a *= 1.1 {
		list = append(list, a)
	}
	return list
}()

// logAdd returns ln(e^sum + e^x), or x if first.
func logAdd(sum float64, first bool, x float64) float64 {
	if first {
		return x
	}
	top := max(sum, x)
	if math.IsInf(top, 0) {
		return top
	}
	return top + math.Log(scalar.Exp(sum-top)+scalar.Exp(x-top))
}

// logProbability returns the log-probability that a batch contains i of the terms.
func (c count) logProbability(i int) float64 {
	if i > c.batch || i > c.terms || c.batch-i > c.population-c.terms {
		return math.Inf(-1)
	}
	return logBinomial(c.terms, i) + logBinomial(c.population-c.terms, c.batch-i) - logBinomial(c.population, c.batch)
}

// logBinomial returns the logarithm of a binomial coefficient.
func logBinomial(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	d, _ := math.Lgamma(float64(n - k + 1))
	return a - b - d
}

// multiplier returns the smallest λ whose claimed cost is within the budget.
func (c count) multiplier(b gdp.Budget) (float64, error) {
	if b.Delta == 0 {
		return 0, fmt.Errorf("the budget %v: %w", b, gdp.ErrDelta)
	}
	low, high := 1e-3, 1e5
	if !(c.epsilon(high, float64(b.Delta)) <= float64(b.Epsilon)) {
		return 0, fmt.Errorf("the budget %v is too small for %d steps on batches of %d of %d nodes", b, c.steps, c.batch, c.population)
	}
	for high/low > 1+1e-9 {
		if mid := math.Sqrt(low * high); c.epsilon(mid, float64(b.Delta)) <= float64(b.Epsilon) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, nil
}
