package seprivgemb

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// sigmoid returns σ(x) = 1/(1+e⁻ˣ).
func sigmoid(x float64) float64 { return 1 / (1 + scalar.Exp(-x)) }

// softplus returns -ln σ(-x) = ln(1+eˣ).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(scalar.Exp(-math.Abs(x))) }

// loss returns the loss of a subgraph. v is the centre's row of W_in, and out holds the targets'
// rows of W_out, the other end's first.
func loss(p float64, v []float32, out [][]float32) float64 {
	sum := softplus(-float64(vector.Dot(v, out[0])))
	for _, w := range out[1:] {
		sum += softplus(float64(vector.Dot(v, w))) // [SE-PrivGEmb] Eq. 2
	}
	return p * sum // [SE-PrivGEmb] Eq. 5
}

// gradient computes the gradients of the loss with respect to v and to the rows of out; the latter
// are the coefficients times v. It overwrites both results.
func gradient(p float64, v []float32, out [][]float32, byV, coefficients []float32) {
	clear(byV)
	for n, w := range out {
		s := sigmoid(float64(vector.Dot(v, w)))
		if n == 0 {
			s-- // 1[vⁿ = v_j]
		}
		coefficients[n] = float32(p * s)          // [SE-PrivGEmb] Eq. 8
		vector.AddScaled(byV, coefficients[n], w) // [SE-PrivGEmb] Eq. 7
	}
}

// clip scales x to norm c if it is longer, and returns the factor.
func clip(x []float32, c float64) float64 {
	factor := clipFactor(math.Sqrt(float64(vector.Dot(x, x))), c)
	if factor < 1 {
		for i := range x {
			x[i] = float32(factor * float64(x[i]))
		}
	}
	return factor
}

// clipFactor returns 1/max(1, |g|/C).
func clipFactor(norm, c float64) float64 {
	return 1 / max(1, norm/c) // [SE-PrivGEmb] Eq. 3
}
