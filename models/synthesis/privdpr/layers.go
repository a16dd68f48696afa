package privdpr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
)

// PaperBound returns M of Lemma 4.4: with weights of norm at most w₁ … w_{L+1}, the paper bounds
// |∂ℓ/∂V| by M·Πw. It bounds a norm, not a sensitivity.
func PaperBound(n int, gamma float64) float64 {
	x := float64(n)
	return (2*(x-1)*gamma*gamma + 2*gamma + 2*gamma*(1-gamma)/x) * (1 + 1/gamma) // [PRIVDPR25] Lemma 4.4, Eq. 9
}

// SharpBound returns M_t, the least factor that can replace M in Lemma 4.4: the maximum, over
// degrees in 1 … N-1 and f in (0, 1), of
//
//	|2γ(γ d_in f_i/d_out + (1-γ)/N - f_j)| · √(1/d_out² + 1/(γ d_in)²)
//
// Rows i and j of the gradient are different, so their squared norms add. Both factors decrease
// with d_out, so that only d_out = 1 matters.
func SharpBound(n int, gamma float64) float64 {
	worst, c := 0.0, 2*gamma*(1-gamma)/float64(n)
	for in := 1.0; in <= float64(n-1); in++ {
		front := max(2*in*gamma*gamma+c, 2*gamma-c)
		worst = max(worst, front*math.Hypot(1, 1/(gamma*in)))
	}
	return worst
}

// Sensitivity bounds the change of the sum of pairs gradients when one node is replaced, for any
// two graphs of n nodes and sigmoid networks whose weights have norm at most 1/s:
//
//	2 · pairs · M_t · (1/(4s))^(L+1)
//
// A sigmoid has slope at most 1/4. The factor 2 is there because every gradient can change from g
// to a different g' (docs/papers/privdpr.md, G5).
func (c DeepPageRank) Sensitivity(n int) float64 {
	return 2 * float64(c.Pairs()) * SharpBound(n, c.Gamma) * math.Pow(4*c.Scale, -float64(c.matrices(n))) // [PRIVDPR25] Eq. 11, with 2 and M_t
}

// DepthForSensitivity returns the right-hand side of Eq. 12: the least real depth L at which
// B·M·s^-(L+1) is at most the preset sensitivity. (The paper says "maximum number of layers"; it is
// a minimum.)
func (c DeepPageRank) DepthForSensitivity(n int) float64 {
	return math.Log(float64(c.Pairs())*PaperBound(n, c.Gamma)/c.Preset)/math.Log(c.Scale) - 1 // [PRIVDPR25] Eq. 12
}

// DepthForSplitting returns the right-hand side of Eq. 13: the depth for a sensitivity of S/T,
// which compensates for splitting the budget over T steps.
func (c DeepPageRank) DepthForSplitting(n int) float64 {
	return c.DepthForSensitivity(n) + math.Log(float64(c.Steps(n)))/math.Log(c.Scale) // [PRIVDPR25] Eq. 13
}

// Depth returns L for a graph of n nodes; the network has L+1 weight matrices. L does not depend on
// the budget.
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

// Pairs returns B = b·R_wn·R_wl, the largest number of pairs in a batch. It divides the noisy sum,
// because the exact number of pairs is private.
func (c Net) Pairs() int { return c.Batch * c.Walks * c.WalkLength }

// Steps returns T = n_epochs·⌊N/b⌋.
func (c Net) Steps(n int) int { return c.Epochs * (n / max(1, c.Batch)) }

// SplitFactor returns κ_T = √(2 ln(1.25 T/δ)), the paper's noise multiplier for a step with ε = 1
// and δ/T.
func SplitFactor(steps int, delta accounting.Delta) float64 {
	return math.Sqrt(2 * math.Log(1.25*float64(steps)/float64(delta)))
}

// SplitMultiplier returns σ = √(2 ln(1.25 T/δ)) / (ε/T) of §4.3.2: each of T steps gets ε/T and
// δ/T.
func SplitMultiplier(steps int, b accounting.Budget) float64 {
	return SplitFactor(steps, b.Delta) / (float64(b.Epsilon) / float64(steps)) // [PRIVDPR25] §4.3.2, by Thm 2.2
}

// PublishedNoise returns the standard deviation of the noise in each entry of the summed gradient:
// σ times the sensitivity S/T of Eq. 13, so S·κ_T/ε. It does not depend on L: more layers only
// shrink the signal. (Read literally, §4.3.2 multiplies by S, not S/T. That is T times the noise
// that its proof needs, and not what the authors' code does.)
func (c DeepPageRank) PublishedNoise(n int, b accounting.Budget) float64 {
	t := c.Steps(n)
	return c.Preset / float64(t) * SplitMultiplier(t, b) // [PRIVDPR25] §4.3.2
}

// SignalToNoise returns the largest signal-to-noise ratio of a step at a given depth: the bound
// 2·B·M_t·(1/(4s))^(L+1) on a node's effect on the sum, over the standard deviation of the noise in
// one entry.
func (c DeepPageRank) SignalToNoise(n int, b accounting.Budget, depth int) float64 {
	c.Layers = depth
	return c.Sensitivity(n) / c.PublishedNoise(n, b)
}

// checkSteps refuses graphs smaller than a batch, and graphs for which Eq. 13 requires too deep a
// network.
func (c DeepPageRank) checkSteps(n int) error {
	if c.Steps(n) < 1 {
		return fmt.Errorf("privdpr: %d nodes are fewer than a batch of %d: use a smaller Batch", n, c.Batch)
	}
	if depth := c.Depth(n); depth < 0 || depth > mostLayers {
		return fmt.Errorf("privdpr: Eq. 13 requires %d layers, want 0 … %d: use a larger Scale", depth, mostLayers)
	}
	return nil
}
