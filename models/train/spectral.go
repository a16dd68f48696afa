package train

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// squarings makes [SpectralNorm] exceed the norm by a factor of at most
// n^(2^-9), 1.4 % for n = 1000.
const squarings = 7

// SpectralNorm returns an upper bound of ‖W‖₂, the largest singular value σ₁ of an m
// by n matrix, and close to it. Power iteration, the usual estimate, approaches
// σ₁ from below, so that a matrix divided by it has a norm above 1; this bound is
// certified. With S = WᵀW, or WWᵀ where that is smaller, and p = 2^k,
//
//	σ₁² = ‖S^p‖₂^(1/p) ≤ ‖S^p‖_F^(1/p) ≤ n^(1/2p) σ₁²
//
// since σ₁ is the largest singular value and ‖·‖_F counts all of them. S^p comes
// from k squarings, each divided by its norm lest it overflow; its logarithm is
// what is carried on.
func SpectralNorm(w *Node) *Node {
	m, n := w.Shape().Dimensions[0], w.Shape().Dimensions[1]
	scale := MaxScalar(ReduceAllMax(Abs(w)), tiny) // entries of 1 have squares
	w = Div(w, scale)
	s := MatMul(Transpose(w, 0, 1), w)
	if m < n {
		s = MatMul(w, Transpose(w, 0, 1))
		m, n = n, m
	}
	// A tiny number stands for 0, so that W = 0 has a norm to divide by.
	frobenius := func(x *Node) *Node { return MaxScalar(Sqrt(ReduceAllSum(Square(x))), 1e-18) }
	norm := frobenius(s)
	logarithm, power := Log(norm), 1.0 // of ‖S^p‖_F, and p
	for range squarings {
		s = Div(s, norm)
		s = MatMul(s, s)
		norm = frobenius(s)
		power *= 2
		logarithm = Add(MulScalar(logarithm, 2), Log(norm))
	}
	// Rounding: each product loses at most γ_n ‖S‖_F² ≤ γ_n √n ‖S²‖_F, the first
	// one γ_m; roots halve it, and twice the sum of the series is safe.
	lost := 4 * gamma(m+n+64) * math.Sqrt(float64(n))
	return Mul(scale, MulScalar(Exp(MulScalar(logarithm, 0.5/power)), 1+lost))
}

// Limit returns W, or W scaled down so that ‖W‖₂ is at most the given bound.
func Limit(w *Node, bound float64) *Node {
	norm := SpectralNorm(w)
	return Mul(w, Min(Div(ConstAs(norm, bound*(1-4*unit)), norm), ConstAs(norm, 1)))
}
