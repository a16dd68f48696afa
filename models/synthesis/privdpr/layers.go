package privdpr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
)

// PaperBound returns M of Lemma 4.4: with weights of norm at most w₁ … w_{L+1}, the
// paper bounds |∂ℓ/∂V| by M·Πw. It is a bound of a norm, not a sensitivity.
func PaperBound(n int, gamma float64) float64 {
	x := float64(n)
	return (2*(x-1)*gamma*gamma + 2*gamma + 2*gamma*(1-gamma)/x) * (1 + 1/gamma) // [PRIVDPR25] Lemma 4.4, Eq. 9
}

// SharpBound returns the least factor M_t that can stand where Lemma 4.4 has M: the
// largest value, over degrees in 1 … N-1 and f in (0, 1), of
//
//	|2γ(γ d_in f_i/d_out + (1-γ)/N - f_j)| · √(1/d_out² + 1/(γ d_in)²)
//
// Rows i and j of the gradient are different, so their norms add as squares.
// Both factors fall with d_out, so that only d_out = 1 has to be looked at.
func SharpBound(n int, gamma float64) float64 {
	worst, c := 0.0, 2*gamma*(1-gamma)/float64(n)
	for in := 1.0; in <= float64(n-1); in++ {
		front := max(2*in*gamma*gamma+c, 2*gamma-c)
		worst = max(worst, front*math.Hypot(1, 1/(gamma*in)))
	}
	return worst
}

// Sensitivity bounds, for any two graphs of n nodes and networks of sigmoids whose weights have
// norm at most 1/s, how far the sum of pairs gradients can move when one node is replaced:
//
//	2 · pairs · M_t · (1/(4s))^(L+1)
//
// A sigmoid has a slope of at most 1/4, and every one of the gradients can
// turn from g to another one g', which is where the 2 comes from
// (docs/papers/privdpr.md, G5).
func (c DeepPageRank) Sensitivity(n int) float64 {
	return 2 * float64(c.Pairs()) * SharpBound(n, c.Gamma) * math.Pow(4*c.Scale, -float64(c.matrices(n))) // [PRIVDPR25] Eq. 11, with 2 and M_t
}

// DepthForSensitivity returns the right-hand side of Eq. 12: the least depth L, not
// yet rounded up, for which B·M·s^-(L+1) is at most the preset sensitivity. (The
// paper says "maximum number of layers"; it is a minimum.)
func (c DeepPageRank) DepthForSensitivity(n int) float64 {
	return math.Log(float64(c.Pairs())*PaperBound(n, c.Gamma)/c.Preset)/math.Log(c.Scale) - 1 // [PRIVDPR25] Eq. 12
}

// DepthForSplitting returns the right-hand side of Eq. 13: the same with a preset
// sensitivity of S/T, to compensate for a budget split over T steps.
func (c DeepPageRank) DepthForSplitting(n int) float64 {
	return c.DepthForSensitivity(n) + math.Log(float64(c.Steps(n)))/math.Log(c.Scale) // [PRIVDPR25] Eq. 13
}

// Depth returns L for a graph of n nodes: the network has L+1 weight matrices. It
// does not depend on the budget.
func (c DeepPageRank) Depth(n int) int {
	if c.Layers == ByTheorem {
		return max(0, int(math.Ceil(c.DepthForSplitting(n))))
	}
	return c.Layers
}

// matrices returns the number of weight matrices.
func (c DeepPageRank) matrices(n int) int {
	if c.Author.OneMatrixFewer {
		return max(1, c.Depth(n))
	}
	return c.Depth(n) + 1
}

// Pairs returns B = b·R_wn·R_wl, the most pairs that a batch can have. It divides the
// noisy sum, because the true number of pairs is private.
func (c Net) Pairs() int { return c.Batch * c.Walks * c.WalkLength }

// Steps returns T = n_epochs·⌊N/b⌋.
func (c Net) Steps(n int) int { return c.Epochs * (n / max(1, c.Batch)) }

// SplitFactor returns κ_T = √(2 ln(1.25 T/δ)), the paper's noise for a step that may
// spend ε = 1 and δ/T.
func SplitFactor(steps int, delta accounting.Delta) float64 {
	return math.Sqrt(2 * math.Log(1.25*float64(steps)/float64(delta)))
}

// SplitMultiplier returns σ = √(2 ln(1.25 T/δ)) / (ε/T) of §4.3.2: each of T steps
// gets ε/T and δ/T.
func SplitMultiplier(steps int, b accounting.Budget) float64 {
	return SplitFactor(steps, b.Delta) / (float64(b.Epsilon) / float64(steps)) // [PRIVDPR25] §4.3.2, by Thm 2.2
}

// PublishedNoise returns the standard deviation of the noise on every entry of the
// summed gradient: σ times the sensitivity S/T that Eq. 13 asks for, so
// S·κ_T/ε. It does not contain L: more layers shrink the signal alone. (Read to
// the letter, §4.3.2 multiplies by S and not by S/T. That is T times as much
// noise as its own proof needs, and not what the authors' code does.)
func (c DeepPageRank) PublishedNoise(n int, b accounting.Budget) float64 {
	t := c.Steps(n)
	return c.Preset / float64(t) * SplitMultiplier(t, b) // [PRIVDPR25] §4.3.2
}

// SignalToNoise returns the most that one step can say: the bound
// 2·B·M_t·(1/(4s))^(L+1) on what a node does to the sum, over the standard
// deviation of one entry of the noise, for depth L.
func (c DeepPageRank) SignalToNoise(n int, b accounting.Budget, depth int) float64 {
	c.Layers = depth
	return c.Sensitivity(n) / c.PublishedNoise(n, b)
}

// checkSteps refuses a graph that is too small for one batch, and one for which
// Eq. 13 asks for too deep a network.
func (c DeepPageRank) checkSteps(n int) error {
	if c.Steps(n) < 1 {
		return fmt.Errorf("privdpr: %d nodes make no batch of %d: take a smaller Batch", n, c.Batch)
	}
	if depth := c.Depth(n); depth < 0 || depth > mostLayers {
		return fmt.Errorf("privdpr: a network of %d layers by Eq. 13, want at most %d: take a larger Scale", depth, mostLayers)
	}
	return nil
}
