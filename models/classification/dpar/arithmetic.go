package dpar

import (
	"fmt"
	"math"
	"sort"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
)

// perRow is ε of one row in [DPAR24] Theorems 1 and 3: M rows are said to cost
// (total, δ_g) together if each costs ε = ε_g/(2 √(M ln(e + ε_g/δ_g))).
func perRow(rows int, total gdp.Budget) float64 {
	e, d := float64(total.Epsilon), float64(total.Delta)
	return e / (2 * math.Sqrt(float64(rows)*math.Log(math.E+e/d)))
}

// corollary1 is ε' of [DPAR24] Corollary 1: k indices by Gumbel noise of scale Δ/ε.
func corollary1(k int, eps float64, delta gdp.Delta) float64 {
	n := float64(k)
	return 2 * min(n*eps, n*eps*math.Tanh(eps)+eps*math.Sqrt(2*n*math.Log(1/float64(delta)))) // (e^2ε-1)/(e^2ε+1) = tanh ε
}

// gumbel is the ε of Corollary 1 whose ε' is the given one.
func gumbel(k int, total float64, delta gdp.Delta) float64 {
	return solve(0, 1e9, func(eps float64) bool { return corollary1(k, eps, delta) > total })
}

// gaussianSigma is the standard deviation of [DPAR24] Algorithm 3.
func gaussianSigma(clip, eps float64, delta gdp.Delta) float64 {
	return math.Sqrt(2*math.Log(1.25/float64(delta))) * clip / eps
}

// solve is where a condition that is false at low and true from some point on begins to hold,
// approached from below.
func solve(low, high float64, holds func(x float64) bool) float64 {
	const parts = 1 << 20 // of a bracket, three times
	for range 3 {
		width := (high - low) / parts
		i := sort.Search(parts, func(i int) bool { return holds(low + float64(i+1)*width) })
		low, high = low+float64(i)*width, low+float64(i+1)*width
	}
	return low
}

// rowNoise is the noise of the paper's rows.
type rowNoise struct {
	gumbel  float64 // ε of the Gumbel noise of scale C₂/ε; EM0 and EM1
	laplace float64 // scale of the values' noise; EM1
	sigma   float64 // standard deviation; GM
}

// noise is the noise of M rows that are said to cost b: Theorems 1 and 3, where
// δ_g = 2Mδ for the δ of a row.
func (c Paper) noise(roots int, b gdp.Budget) (rowNoise, error) {
	var n rowNoise
	if !(b.Epsilon > 0 && b.Delta > 0 && b.Delta < 1) {
		return n, fmt.Errorf("dpar: rows for the budget %v, want ε above 0 and δ strictly between 0 and 1: divide the budget by a larger Subsample", b)
	}
	eps, delta := perRow(roots, b), b.Delta/gdp.Delta(2*roots)
	switch c.Rows {
	case EM0:
		n.gumbel = gumbel(c.Keep, eps, delta)
	case EM1: // half of ε for the indices, half for the values
		n.gumbel = gumbel(c.Keep, eps/2, delta)
		n.laplace = float64(c.Keep) * c.EntryClip / (eps / 2)
	case GM:
		n.sigma = gaussianSigma(c.RowClip, eps, delta)
	}
	return n, nil
}

// amplified is ε of the claimed budget b when the rule for subsamples is right: b over q'
// before sampling, and ln(1 + q'(e^ε - 1)) after it. All else is granted.
func amplified(b gdp.Budget, rate float64) (float64, error) {
	e, err := accounting.Amplify(gdp.Budget{Epsilon: b.Epsilon / gdp.Epsilon(rate)}, rate)
	return float64(e.Epsilon), err
}

// choices is the largest ε of each of so many choices by the exponential mechanism that keep
// the budget b together.
func choices(s *gdp.Session, count int, b gdp.Budget) (gdp.Epsilon, error) {
	inverse, err := accounting.CalibrateNoise(s.Accountant(), b, func(x float64) accounting.Event {
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 1 / x}, Count: count}
	})
	if err != nil {
		return 0, fmt.Errorf("dpar: rows: %w", err)
	}
	return gdp.Epsilon(1 / inverse), nil
}
