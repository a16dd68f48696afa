package dpar

import (
	"fmt"
	"math"
	"sort"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
)

// perRow returns the ε of one row in [DPAR24] Theorems 1 and 3, which state that M rows of ε =
// ε_g/(2 √(M ln(e + ε_g/δ_g))) cost (ε_g, δ_g) together.
func perRow(rows int, total gdp.Budget) float64 {
	e, d := float64(total.Epsilon), float64(total.Delta)
	return e / (2 * math.Sqrt(float64(rows)*math.Log(math.E+e/d)))
}

// corollary1 returns ε' of [DPAR24] Corollary 1: k indices by Gumbel noise of scale Δ/ε.
func corollary1(k int, eps float64, delta gdp.Delta) float64 {
	n := float64(k)
	return 2 * min(n*eps, n*eps*math.Tanh(eps)+eps*math.Sqrt(2*n*math.Log(1/float64(delta)))) // (e^2ε-1)/(e^2ε+1) = tanh ε
}

// gumbel returns the ε of Corollary 1 for a given ε'.
func gumbel(k int, total float64, delta gdp.Delta) float64 {
	return solve(0, 1e9, func(eps float64) bool { return corollary1(k, eps, delta) > total })
}

// gaussianSigma returns the standard deviation of [DPAR24] Algorithm 3.
func gaussianSigma(clip, eps float64, delta gdp.Delta) float64 {
	return math.Sqrt(2*math.Log(1.25/float64(delta))) * clip / eps
}

// solve returns the largest x found at which a monotone condition does not yet hold. holds must be
// false at low and true from some point on.
func solve(low, high float64, holds func(x float64) bool) float64 {
	const parts = 1 << 20 // subdivisions of the bracket per iteration
	for range 3 {
		width := (high - low) / parts
		i := sort.Search(parts, func(i int) bool { return holds(low + float64(i+1)*width) })
		low, high = low+float64(i)*width, low+float64(i+1)*width
	}
	return low
}

// rowNoise is the noise of the paper's rows.
type rowNoise struct {
	gumbel  float64 // ε of Gumbel noise of scale C₂/ε; EM0 and EM1
	laplace float64 // scale of the values' Laplace noise; EM1
	sigma   float64 // standard deviation; GM
}

// noise returns the noise of M rows with the claimed cost b: Theorems 1 and 3, where δ_g = 2Mδ for
// the δ of a row.
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

// amplified returns the ε of the claimed budget b under the correct subsampling rule: b over q'
// before sampling, ln(1 + q'(e^ε - 1)) after it. All other claims are taken as given.
func amplified(b gdp.Budget, rate float64) (float64, error) {
	e, err := accounting.Amplify(gdp.Budget{Epsilon: b.Epsilon / gdp.Epsilon(rate)}, rate)
	return float64(e.Epsilon), err
}

// choices returns the largest ε per choice such that count choices by the exponential mechanism
// stay within the budget b.
func choices(s *gdp.Session, count int, b gdp.Budget) (gdp.Epsilon, error) {
	inverse, err := accounting.CalibrateNoise(s.Accountant(), b, func(x float64) accounting.Event {
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 1 / x}, Count: count}
	})
	if err != nil {
		return 0, fmt.Errorf("dpar: rows: %w", err)
	}
	return gdp.Epsilon(1 / inverse), nil
}
