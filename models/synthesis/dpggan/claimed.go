package dpggan

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
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

// Counterexample is a pair of neighbouring graphs and a model for which the clip of [DPGGAN21] Eq.
// 5 does not bound the effect of an edge (docs/papers/dpggan.md, G1).
type Counterexample struct {
	Without, With *graph.Graph // with the edge between nodes 0 and 1
	Moved         float64      // norm of the edge's effect on the sum of clipped gradients, over the clip
}

// ClipCounterexample returns the pair with n nodes, 3 to 1000. Node 0 is joined to all nodes but 1,
// and node 1 to 2. Codes are z = 5 Ã ReLU(Ã W), where W has the row (1, 0) for each node but (0,
// 10⁴) for node 1, and both layers of the decoder are the identity with a ReLU.
func ClipCounterexample(n int) (*Counterexample, error) {
	if n < 3 || n > 1000 {
		return nil, fmt.Errorf("dpggan: a counterexample of %d nodes, want 3 to 1000", n)
	}
	edges := []graph.Edge{{U: 1, V: 2}}
	for v := int32(2); v < int32(n); v++ {
		edges = append(edges, graph.Edge{U: 0, V: v})
	}
	x := new(Counterexample)
	var err error
	if x.Without, _, err = graph.FromEdges(n, edges, graph.Options{}); err != nil {
		return nil, err
	}
	if x.With, _, err = graph.FromEdges(n, append(edges, graph.Edge{U: 0, V: 1}), graph.Options{}); err != nil {
		return nil, err
	}
	const clip = 5
	moved := clippedSum(x.With, clip)
	vector.AddScaled(moved, -1, clippedSum(x.Without, clip))
	x.Moved = length(moved) / clip
	return x, nil
}

// clippedSum returns the sum over nodes of the clipped gradients of the counterexample's decoder,
// which has no biases.
func clippedSum(of *graph.Graph, clip float64) []float32 {
	c := paper()
	c.Hidden, c.Latent, c.Inner, c.Width, c.Diagonal = 2, 2, 2, 2, false
	g := newGenerator(of, c, 0, rand.New(rand.NewPCG(1, 21)))
	clear(g.encoder.W0.Data)
	for u := range g.nodes {
		g.encoder.W0.Row(u)[0] = 1
	}
	g.encoder.W0.Row(1)[0], g.encoder.W0.Row(1)[1] = 0, 1e4
	clear(g.encoder.W1.Data)
	for k := range 2 {
		g.encoder.W1.Row(k)[k] = 5 // the columns of ln σ stay 0 and unused
	}
	copy(g.decoder.parameters, []float32{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0})
	mean := g.encoder.Forward().Columns(0, 2)
	z := vector.New(g.nodes, 2)
	for u := range g.nodes {
		copy(z.Row(u), mean.Row(u))
	}
	f, way := g.decoder.forward(z)
	sum := make([]float32, len(g.decoder.parameters))
	for i := range g.nodes {
		df, own := vector.New(f.Rows, f.Cols), make([]float32, len(sum))
		g.row(i, of.Neighbors(int32(i)), f, df)
		vector.Rectified(f.Data, df.Data) // the last layer has a ReLU here
		g.decoder.backward(way, df, own)
		clear(own[4:6])
		clear(own[10:12])
		clipped(sum, own, clip)
	}
	return sum
}
