package coarsen

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	eigenTolerance = 1e-5 // residual over 4 × the largest degree, as in Loukas' code
	filterDegree   = 60
	filterRounds   = 60
	fewNodes       = 256 // for a dense matrix
)

// smallest returns the count smallest nonzero eigenvalues of the Laplacian, and their eigenvectors
// as columns. It leaves out the eigenvalue 0, whose eigenvectors are the indicators of components.
// On larger graphs it filters a block of vectors by Chebyshev polynomials until the residuals are
// small or the rounds are used up.
func (w *weighted) smallest(ctx context.Context, count int, r *rand.Rand) (values, vectors []float64, err error) {
	n := w.n()
	of, components := w.components()
	count = min(count, n-components)
	if count <= 0 {
		return nil, nil, nil
	}
	if n <= fewNodes {
		return w.smallestOfFew(count, components)
	}
	block := min(2*count, n-components)
	top := 0.0
	for _, d := range w.degrees() {
		top = max(top, 2*d) // an upper bound of all eigenvalues
	}
	x, y := normals(n*block, r), make([]float64, n*block)
	cut := top / 10 // eigenvalues below are amplified
	for range filterRounds {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		x = w.filtered(x, block, cut, top)
		withoutMeans(x, block, of, components)
		if values, x, err = w.ritz(x, y, block); err != nil {
			return nil, nil, err
		}
		cut = max(values[block-1], values[0]*(1+1e-6))
		if w.residual(x, y, block, count, values) <= eigenTolerance*2*top {
			break
		}
	}
	vectors = make([]float64, n*count)
	for u := range n {
		copy(vectors[u*count:(u+1)*count], x[u*block:u*block+count])
	}
	return values[:count], vectors, nil
}

// smallestOfFew is smallest by a full eigendecomposition.
func (w *weighted) smallestOfFew(count, components int) (values, vectors []float64, err error) {
	n := w.n()
	l := make([]float64, n*n)
	for u, row := range w.rows {
		for _, a := range row {
			l[u*n+int(a.to)] -= a.w
			l[u*n+u] += a.w
		}
	}
	values, all, err := spectrum(l, n)
	if err != nil {
		return nil, nil, err
	}
	for u := range n {
		vectors = append(vectors, all[u*n+components:u*n+components+count]...)
	}
	return values[components : components+count], vectors, nil
}

// filtered returns T(L) x for the Chebyshev polynomial T that is small on [cut, top].
func (w *weighted) filtered(x []float64, block int, cut, top float64) []float64 {
	half, middle := (top-cut)/2, (top+cut)/2
	y, z := make([]float64, len(x)), make([]float64, len(x))
	step := func(to, of, minus []float64, factor float64) {
		w.timesLaplacian(to, of, block)
		for i := range to {
			to[i] = factor * (to[i] - middle*of[i]) / half
			if minus != nil {
				to[i] -= minus[i]
			}
		}
	}
	step(y, x, nil, 1)
	for range filterDegree - 1 {
		step(z, y, x, 2)
		x, y, z = y, z, x
		largest := 0.0
		for _, v := range y {
			largest = max(largest, math.Abs(v))
		}
		if largest > 1e100 {
			for i := range y {
				x[i], y[i] = x[i]/largest, y[i]/largest
			}
		}
	}
	return y
}

// withoutMeans projects out the eigenvectors of 0: it subtracts the mean of each component.
func withoutMeans(x []float64, block int, of []int32, components int) {
	sum, size := make([]float64, components*block), make([]float64, components)
	for u, c := range of {
		size[c]++
		for j := range block {
			sum[int(c)*block+j] += x[u*block+j]
		}
	}
	for u, c := range of {
		for j := range block {
			x[u*block+j] -= sum[int(c)*block+j] / size[c]
		}
	}
}

// ritz returns the Ritz values and vectors in the span of the columns of x, which it makes
// orthonormal.
func (w *weighted) ritz(x, y []float64, block int) ([]float64, []float64, error) {
	n := w.n()
	for j := range block { // Gram–Schmidt, twice
		for range 2 {
			for i := range j {
				dot := 0.0
				for u := range n {
					dot += x[u*block+i] * x[u*block+j]
				}
				for u := range n {
					x[u*block+j] -= dot * x[u*block+i]
				}
			}
			norm := 0.0
			for u := range n {
				norm += x[u*block+j] * x[u*block+j]
			}
			norm = math.Sqrt(norm)
			for u := range n {
				x[u*block+j] /= norm
			}
		}
	}
	w.timesLaplacian(y, x, block)
	values, turn, err := spectrum(gram(x, y, block), block)
	if err != nil {
		return nil, nil, err
	}
	return values, times(x, turn, block), nil
}

// residual returns the largest |L u - λ u| of the first columns.
func (w *weighted) residual(x, y []float64, block, count int, values []float64) (worst float64) {
	w.timesLaplacian(y, x, block)
	for j := range count {
		sum := 0.0
		for u := range w.n() {
			d := y[u*block+j] - values[j]*x[u*block+j]
			sum += d * d
		}
		worst = max(worst, math.Sqrt(sum))
	}
	return worst
}

// gram returns xᵀ y for matrices with the given number of columns.
func gram(x, y []float64, columns int) []float64 {
	g := make([]float64, columns*columns)
	for u := 0; u < len(x); u += columns {
		for i, a := range x[u : u+columns] {
			for j, b := range y[u : u+columns] {
				g[i*columns+j] += a * b
			}
		}
	}
	return g
}

// times returns x m for a square matrix m.
func times(x, m []float64, columns int) []float64 {
	y := make([]float64, len(x))
	for u := 0; u < len(x); u += columns {
		for i, a := range x[u : u+columns] {
			for j, b := range m[i*columns : (i+1)*columns] {
				y[u+j] += a * b
			}
		}
	}
	return y
}

// spectrum returns the eigenvalues of a symmetric matrix, ascending, and its eigenvectors as
// columns.
func spectrum(m []float64, n int) (values, vectors []float64, err error) {
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			sym.SetSym(i, j, (m[i*n+j]+m[j*n+i])/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		return nil, nil, errSpectrum
	}
	var v mat.Dense
	e.VectorsTo(&v)
	vectors = make([]float64, n*n)
	for i := range n {
		for j := range n {
			vectors[i*n+j] = v.At(i, j)
		}
	}
	return e.Values(nil), vectors, nil
}

// normals returns n samples from N(0, 1).
func normals(n int, r *rand.Rand) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}
