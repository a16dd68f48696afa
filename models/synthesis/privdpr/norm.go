package privdpr

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// weight is a matrix with its spectral norm.
type weight struct {
	raw, unit blas64.General // W and W/(s|W|₂)
	norm      float64        // upper bound of |W|₂

	// From the last singular value decomposition: its matrix and the second singular value.
	ref    []float64
	second float64
	// The largest singular value, its vectors, and the matrix for which they were computed.
	top  float64
	u, v []float64
	of   []float64
}

const (
	// slack is the relative change of a matrix after which its norm is recomputed.
	slack = 1e-9
	// decomposed is the largest number of rows or columns for which the norm is always computed by
	// a decomposition.
	decomposed = 64
	// few and many are the most rounds of [weight.follow], before and after [weight.values].
	few, many = 6, 60
)

// spectral sets norm to a number from |W|₂ to |W|₂(1 + 3·slack). It reuses the last value while W
// has hardly changed: by Weyl's inequality |W|₂ changes by at most the Frobenius norm of the change
// of W.
func (w *weight) spectral() error {
	if w.of == nil || !(distance(w.raw.Data, w.of) <= slack*w.top) {
		if small := min(w.raw.Rows, w.raw.Cols) <= decomposed; small || !w.follow(few) && !(w.values() && w.follow(many)) {
			if err := w.decompose(); err != nil {
				return err
			}
		}
		w.of = append(w.of[:0], w.raw.Data...)
	}
	w.norm = w.top * (1 + 2*slack) // for changes of W since, and for rounding
	if !(w.norm > 0) {
		return fmt.Errorf("the spectral norm is %v, want above 0", w.norm)
	}
	return nil
}

// found returns the state of the norm for a checkpoint; later norms depend on it.
func (w *weight) found() []any { return []any{&w.ref, &w.second, &w.top, &w.u, &w.v, &w.of} }

// values computes the second singular value, for follow. It takes a sixth of the time of decompose,
// and reports whether it succeeded.
func (w *weight) values() bool {
	var svd mat.SVD
	if w.v == nil || !svd.Factorize(mat.NewDense(w.raw.Rows, w.raw.Cols, w.raw.Data), mat.SVDNone) {
		return false
	}
	w.second = svd.Values(nil)[1]
	w.ref = append(w.ref[:0], w.raw.Data...)
	return true
}

// decompose computes the largest singular value by a decomposition.
func (w *weight) decompose() error {
	var svd mat.SVD
	m := mat.NewDense(w.raw.Rows, w.raw.Cols, w.raw.Data)
	if !svd.Factorize(m, mat.SVDThinV) {
		return fmt.Errorf("the singular value decomposition did not converge")
	}
	var v mat.Dense
	var u mat.VecDense
	svd.VTo(&v)
	values := svd.Values(nil)
	w.top, w.v = values[0], mat.Col(nil, 0, &v)
	if w.second = 0; len(values) > 1 {
		w.second = values[1]
	}
	u.MulVec(m, mat.NewVecDense(w.raw.Cols, w.v)) // W v = |W| u
	u.ScaleVec(1/w.top, &u)
	w.u = u.RawVector().Data
	w.ref = append(w.ref[:0], w.raw.Data...)
	return nil
}

// follow updates the largest singular value of a matrix that has changed, since its decomposition,
// by less than its spectral gap, and reports whether it succeeded.
//
// By Weyl's inequality every other singular value is at most b, the second one at the decomposition
// plus the Frobenius norm of the change. For a unit vector v let t = |Wv|, u = Wv/t and r = |Wᵀu −
// tv|. The symmetric matrix [0 W; Wᵀ 0] has the eigenvalues ±σ and the Rayleigh quotient t at (u,
// v), with a residual of length r/√2. If t > b, Temple's inequality (1928) bounds the largest
// singular value by t + r²/(2(t − b)). Chebyshev polynomials of WᵀW that are small up to b are
// applied to the last v until r is small. With [few] rounds it gives up as soon as t ≤ b.
func (w *weight) follow(rounds int) bool {
	const degree, close = 24, 1e-8
	if w.ref == nil {
		return false
	}
	bound := w.second*(1+slack) + distance(w.raw.Data, w.ref)
	rows, cols := w.raw.Rows, w.raw.Cols
	vector := func(n int) blas64.Vector { return blas64.Vector{N: n, Inc: 1, Data: make([]float64, n)} }
	v, u, x, before := vector(cols), vector(rows), vector(cols), vector(cols)
	copy(v.Data, w.v)
	for range rounds {
		blas64.Gemv(blas.NoTrans, 1, w.raw, v, 0, u)
		t := blas64.Nrm2(u)
		if !(t > bound) && rounds == few {
			return false
		}
		blas64.Scal(1/t, u)
		blas64.Gemv(blas.Trans, 1, w.raw, u, 0, x)
		blas64.Axpy(-t, v, x)
		if r := blas64.Nrm2(x); t > bound && r <= close*t && r*r <= slack*t*(t-bound) {
			w.top, w.u, w.v = t+r*r/(2*(t-bound)), u.Data, v.Data
			return true
		}
		// T₀(A)v = v, T₁(A)v = Av, Tₖ₊₁ = 2A·Tₖ − Tₖ₋₁ of A = 2WᵀW/b² − 1.
		times := func(a float64, x, y blas64.Vector) { // y = a·A·x − y
			blas64.Gemv(blas.NoTrans, 1, w.raw, x, 0, u)
			blas64.Gemv(blas.Trans, 2*a/(bound*bound), w.raw, u, -1, y)
			blas64.Axpy(-a, x, y)
		}
		copy(before.Data, v.Data)
		clear(x.Data)
		times(1, before, x)
		for range degree - 1 {
			times(2, x, before)
			x, before = before, x
		}
		blas64.Scal(1/blas64.Nrm2(x), x)
		copy(v.Data, x.Data)
	}
	return false
}

func distance(x, y []float64) float64 {
	d := 0.0
	for i, v := range x {
		d += (v - y[i]) * (v - y[i])
	}
	return math.Sqrt(d)
}
