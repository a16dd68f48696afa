package posterior

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/metric"
	"gonum.org/v1/gonum/floats"
)

// Responses are the answers of all pairs under randomised response: a graph of the positive
// answers, each flipped with probability flip. They are released. A pair has the value (answer -
// flip)/(1 - 2 flip), with expectation 1 for an edge and 0 otherwise.
type Responses struct {
	*graph.Graph
	Flip float64
}

// flipOf returns the flip probability: 1/(1+e^ε).
func flipOf(eps float64) float64 { return 1 / (1 + math.Exp(eps)) }

// sdOf returns the standard deviation of the noise in a pair's value.
func sdOf(flip float64) float64 { return math.Sqrt(flip*(1-flip)) / (1 - 2*flip) }

// reach returns sd·√n, half of the norm of the noise matrix and the standard deviation of a degree.
func reach(flip float64, n int) float64 { return sdOf(flip) * math.Sqrt(float64(n)) }

// Degrees returns the sums of the values at each node.
func (a Responses) Degrees() []float64 {
	out := make([]float64, a.N())
	for u := range out {
		out[u] = (float64(a.Degree(int32(u))) - a.Flip*float64(a.N()-1)) / (1 - 2*a.Flip)
	}
	return out
}

// multiply sets out to the product of x with the matrix of values, minus their expectation for
// random edges with given degrees: p pᵀ off the diagonal.
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

// communities returns at most k eigenvectors of the noisy matrix, minus the part p pᵀ that degrees
// explain, scaled by the roots of their eigenvalues. First, rows and columns are weighted so that
// hubs, whose edges are noisier, count less. Eigenvalues up to 2s, which noise of the size s alone
// can have, are left out. Noise maps an eigenvalue λ of a symmetric matrix to x = λ + s²/λ. The
// square of its eigenvector has the share c² = 1 - s²/λ² in the original direction [GD17]. The rest
// is spread evenly over all nodes. So an entry is shrunk according to the variance of entries of
// nodes of its degree; spread is that variance over p².
func (a Responses) communities(p []float64, k int, r *rand.Rand) (vectors [][]float64, spread []float64) {
	w, s := a.weights(p)
	weighted, own := make([]float64, a.N()), make([]float64, a.N()) // own is p, weighted
	floats.MulTo(own, w, p)
	values, vectors := metric.Lanczos(func(out, x []float64) {
		a.multiply(out, floats.MulTo(weighted, w, x), p)
		floats.Mul(out, w)
	}, a.N(), k, r)
	n, all := float64(a.N()), floats.Dot(own, own)
	for i, x := range values {
		if !(x > 2*s) {
			return vectors[:i], spread
		}
		value := (x + math.Sqrt(x*x-4*s*s)) / 2
		along := 1 - s*s/value/value
		noise := value * (1 - along) / n
		of := value * along / max(all, 1e-300)
		for u, q := range own {
			vectors[i][u] *= math.Sqrt(value) / w[u] * q * q * of / (q*q*of + noise)
		}
		spread = append(spread, of)
	}
	return vectors, spread
}

// weights returns the weights of rows and columns of the noisy matrix, and the size of its noise.
// An entry has the variance of an answer plus that of an edge, p_u·p_v. Products of two values of
// even would give all rows the variance n [LZK22]. Products of two weights go half the way, to find
// structure among hubs and among small groups alike. The size is the fourth root of the mean
// squared variance of a row, since noise at hubs can raise it.
func (a Responses) weights(p []float64) (w []float64, size float64) {
	const rounds, least = 50, 1e-3
	answer, n := sdOf(a.Flip)*sdOf(a.Flip), float64(a.N())
	w, even, degree := make([]float64, len(p)), make([]float64, len(p)), make([]float64, len(p))
	for u, q := range p {
		degree[u], even[u] = max(q, least), 1
	}
	variances := func(even []float64, of func(u int, variance float64)) {
		all, along := floats.Sum(even), floats.Dot(even, degree)
		for u, x := range even {
			of(u, x*(answer*all+degree[u]*along))
		}
	}
	for range rounds {
		variances(even, func(u int, variance float64) { even[u] *= math.Sqrt(n / variance) })
	}
	for u, x := range even {
		even[u] = math.Sqrt(x)
		w[u] = math.Sqrt(even[u])
	}
	squares := 0.0
	variances(even, func(_ int, variance float64) { squares += variance * variance / n })
	return w, math.Pow(squares, 0.25)
}
