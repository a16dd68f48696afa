package evidence

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/spectrum"
	"gonum.org/v1/gonum/floats"
)

// Responses are what all pairs of nodes answered to randomised response: those of the graph
// say that they are an edge, and each answer was turned with the probability flip. They are
// a release. A pair counts (answer - flip)/(1 - 2 flip), which is on average 1 for an edge
// and 0 for none.
type Responses struct {
	*graph.Graph
	Flip float64
}

// flipOf is the probability that an answer is turned: 1/(1+e^ε).
func flipOf(eps float64) float64 { return 1 / (1 + math.Exp(eps)) }

// sdOf is the standard deviation of the noise in what a pair counts.
func sdOf(flip float64) float64 { return math.Sqrt(flip*(1-flip)) / (1 - 2*flip) }

// reach is the norm that noise alone gives the matrix, twice this: sd·√n, which is also the
// standard deviation of a degree.
func reach(flip float64, n int) float64 { return sdOf(flip) * math.Sqrt(float64(n)) }

// Degrees returns the sums of what pairs count.
func (a Responses) Degrees() []float64 {
	out := make([]float64, a.N())
	for u := range out {
		out[u] = (float64(a.Degree(int32(u))) - a.Flip*float64(a.N()-1)) / (1 - 2*a.Flip)
	}
	return out
}

// multiply sets out to the product of x with what pairs count, less what they count where
// edges are random and degrees are given: p pᵀ off the diagonal.
func (a Responses) multiply(out, x, p []float64) {
	offsets, targets := a.CSR()
	scale, all, along := 1/(1-2*a.Flip), floats.Sum(x), floats.Dot(p, x)
	parallel.Blocks(a.N(), 256, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			sum := 0.0
			for _, v := range targets[offsets[u]:offsets[u+1]] {
				sum += x[v]
			}
			out[u] = scale*(sum-a.Flip*(all-x[u])) - p[u]*(along-p[u]*x[u])
		}
	})
}

// communities returns what the pairs tell beyond degrees, k vectors at most: eigenvectors of the
// noisy matrix, without the part p pᵀ that degrees explain, each scaled by the root of its
// eigenvalue. Those that noise alone could have are left out, that of the answers and that of
// edges, which are random themselves: s² is n times the variance of an answer and the density of
// edges. Of the others, a symmetric matrix with the eigenvalue λ has x = λ + s²/λ once noise is
// added, and an eigenvector whose square lies by c² = 1 - s²/λ² in the direction of the one without
// noise [GD17]; the rest of it is spread over all nodes alike. So a node's entry is shrunk by how
// large entries of nodes of its degree are beside that: spread is their variance over p².
func (a Responses) communities(p []float64, k int, r *rand.Rand) (vectors [][]float64, spread []float64) {
	values, vectors := spectrum.Largest(func(out, x []float64) { a.multiply(out, x, p) }, a.N(), k, r)
	n := float64(a.N())
	density := max(0, floats.Sum(a.Degrees())/n/max(n-1, 1))
	s, weight := math.Sqrt((sdOf(a.Flip)*sdOf(a.Flip)+density)*n), floats.Dot(p, p)
	for i, x := range values {
		if !(x > 2*s) {
			return vectors[:i], spread
		}
		value := (x + math.Sqrt(x*x-4*s*s)) / 2
		along := 1 - s*s/value/value
		noise := value * (1 - along) / n
		of := value * along / max(weight, 1e-300)
		for u, q := range p {
			vectors[i][u] *= math.Sqrt(value) * q * q * of / (q*q*of + noise)
		}
		spread = append(spread, of)
	}
	return vectors, spread
}
