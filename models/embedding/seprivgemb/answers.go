package seprivgemb

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"gonum.org/v1/gonum/floats"
)

// answers are what all pairs of nodes answered to randomised response: those of the graph
// say that they are an edge, and each answer was turned with the probability flip. They are
// a release. A pair counts (answer - flip)/(1 - 2 flip), which is on average 1 for an edge
// and 0 for none.
type answers struct {
	*graph.Graph
	flip float64
}

// flipOf is the probability that an answer is turned: 1/(1+e^ε).
func flipOf(eps float64) float64 { return 1 / (1 + math.Exp(eps)) }

// sdOf is the standard deviation of the noise in what a pair counts.
func sdOf(flip float64) float64 { return math.Sqrt(flip*(1-flip)) / (1 - 2*flip) }

// reach is the norm that noise alone gives the matrix, twice this: sd·√n, which is also the
// standard deviation of a degree.
func reach(flip float64, n int) float64 { return sdOf(flip) * math.Sqrt(float64(n)) }

// degrees returns the sums of what pairs count.
func (a answers) degrees() []float64 {
	out := make([]float64, a.N())
	for u := range out {
		out[u] = (float64(a.Degree(int32(u))) - a.flip*float64(a.N()-1)) / (1 - 2*a.flip)
	}
	return out
}

// multiply sets out to the product of x with what pairs count, less what they count where
// edges are random and degrees are given: p pᵀ off the diagonal.
func (a answers) multiply(out, x, p []float64) {
	offsets, targets := a.CSR()
	scale, all, along := 1/(1-2*a.flip), floats.Sum(x), floats.Dot(p, x)
	parallel.Blocks(a.N(), 256, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			sum := 0.0
			for _, v := range targets[offsets[u]:offsets[u+1]] {
				sum += x[v]
			}
			out[u] = scale*(sum-a.flip*(all-x[u])) - p[u]*(along-p[u]*x[u])
		}
	})
}

// communities returns what the pairs tell beyond degrees: eigenvectors of the noisy matrix, without
// the part that degrees explain, each scaled by the root of its eigenvalue; k at most. Those that
// noise alone could have are left out, and the others shrunk: a symmetric matrix with the
// eigenvalue x has √(x²-4s²), s = sd·√n, once noise has moved it to x, in the sense that this is
// what brings it nearest to the matrix without noise [GD17].
func (a answers) communities(degrees []float64, k int, r *rand.Rand) [][]float64 {
	p := make([]float64, len(degrees))
	root := math.Sqrt(max(floats.Sum(degrees), 1))
	for u, d := range degrees {
		p[u] = d / root
	}
	values, vectors := lanczos(func(out, x []float64) { a.multiply(out, x, p) }, a.N(), k, r)
	edge := 2 * reach(a.flip, a.N())
	for i, x := range values {
		if !(x > edge) {
			return vectors[:i]
		}
		floats.Scale(math.Sqrt(math.Sqrt(x*x-edge*edge)), vectors[i])
	}
	return vectors
}
