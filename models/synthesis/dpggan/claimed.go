package dpggan

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Noisy holds the settings of Eqs. 5 and 6.
type Noisy struct {
	Sigma      float64 `range:"(0,1e9]"` // σ
	SampleRate float64 `range:"(0,1]"`   // q: probability that a node is in a batch
	Clip       float64 `range:"(0,1e9]"` // C of the first step
	Decay      float64 `range:"(0,1]"`   // γ: factor on C after each step
}

// noisy is the paper's setting: §4.1.
var noisy = Noisy{Sigma: 5, SampleRate: 0.01, Clip: 5, Decay: 0.99}

// steps returns the real number of steps that Eq. 6 allows.
func (c Noisy) steps(b gdp.Budget) float64 {
	return math.Pow(c.Sigma*float64(b.Epsilon)/c.SampleRate, 2) / math.Log(1/float64(b.Delta)) // [DPGGAN21] Eq. 6
}

// epsilon returns the cost of the given number of steps by Eq. 6.
func (c Noisy) epsilon(steps int, delta gdp.Delta) gdp.Epsilon {
	return gdp.Epsilon(c.SampleRate * math.Sqrt(float64(steps)*math.Log(1/float64(delta))) / c.Sigma) // [DPGGAN21] Eq. 6
}

// unproved is the reason why nothing is proved about the paper's modes.
const unproved = "an edge changes the latent codes of all nodes around it, and the sum of their clipped gradients by far more than C (G1); the encoder trains on the edges without noise (G2); a sample of nodes is not a sample of edges (G4)"

// plan is the paper's accounting for a training of the given length, or of as many steps as Eq. 6
// allows if these are fewer.
func (c Noisy) plan(s *gdp.Session, most int, why string) (gdp.Plan, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return gdp.Plan{}, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	steps := c.steps(b)
	if steps < 1 {
		return gdp.Plan{}, fmt.Errorf("dpggan: Eq. 6 allows no step for %v with Sigma %g and SampleRate %g: use a larger Sigma or a smaller SampleRate", b, c.Sigma, c.SampleRate)
	}
	p := gdp.Plan{
		Label: "noisy gradients", Steps: int(min(steps, float64(most))), Sampling: gdp.Poisson{Rate: c.SampleRate},
		Sensitivity: gdp.L2(c.Clip), Multiplier: c.Sigma,
		Basis: gdp.Claim{Source: "[DPGGAN21] Eq. 6", Statement: "T steps at rate q with noise σC on gradients clipped by node are (ε, δ)-private for edges, σ = q√(T ln(1/δ))/ε", Why: why},
	}
	p.Claimed = gdp.Budget{Epsilon: min(c.epsilon(p.Steps, b.Delta), b.Epsilon), Delta: b.Delta}
	return p, nil
}

// clipped adds a node's gradient to a sum, scaled down to norm C: [DPGGAN21] Eq. 5 with the norm
// that the printed formula omits (G5).
func clipped(sum, gradient []float32, c float64) {
	vector.AddScaled(sum, float32(1/max(1, length(gradient)/c)), gradient) // [DPGGAN21] Eq. 5
}

// batches splits a sample of nodes by graph; nil for graphs without any.
func (k known) batches(sample []int32) [][]int32 {
	list, graph, first := make([][]int32, len(k.sizes)), 0, int32(0)
	for _, u := range sample {
		for u >= first+int32(k.sizes[graph]) {
			first += int32(k.sizes[graph])
			graph++
		}
		list[graph] = append(list[graph], u-first)
	}
	return list
}

// distorted adds the noise of Eq. 5 to sums and divides them by the number of nodes in their batch.
// The noise is per node, so a sum's noise is one sample times the square root of the number of
// nodes (G3). share is the factor by which C has decayed.
func distorted(t gdp.Draws, share float64, sums [][]float32, counts []int) error {
	var all []float32
	for _, sum := range sums {
		all = append(all, make([]float32, len(sum))...)
	}
	if err := t.Noise(all); err != nil {
		return err
	}
	for i, sum := range sums {
		vector.AddScaled(sum, float32(share*math.Sqrt(float64(counts[i]))), all[:len(sum)]) // [DPGGAN21] Eq. 5
		all = all[len(sum):]
		for k := range sum {
			sum[k] /= float32(counts[i])
		}
	}
	return nil
}

// abadi is the accountant of the authors' code: moments 1 to 32 of a subsampled Gaussian, [ACGM16]
// §3.2, in float64 with the authors' sums, which also return numbers for sampling rates above 1.
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

// epsilon returns ε after the given number of steps: the minimum over moments that are finite.
func (a abadi) epsilon(steps int, delta gdp.Delta) float64 {
	least := math.Inf(1)
	for i, moment := range a.logs {
		if eps := (float64(steps)*moment - math.Log(float64(delta))) / float64(i+1); !math.IsInf(eps, 0) && eps < least {
			least = eps
		}
	}
	return least
}

// choose returns the binomial coefficient.
func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}
