package evidence

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lanczos returns the largest eigenvalues, in falling order, and their unit vectors, at
// most k, of a symmetric n × n matrix, by products with it from a random vector. Every
// vector is made orthogonal to all before it. With as many steps as [stepsFor] says the
// values that lie apart from the rest are exact; those within a bulk are not.
func lanczos(multiply func(out, x []float64), n, k int, r *rand.Rand) (values []float64, vectors [][]float64) {
	q := make([]float64, n)
	for i := range q {
		q[i] = r.NormFloat64()
	}
	floats.Scale(1/floats.Norm(q, 2), q)
	var basis [][]float64
	var alpha, beta []float64 // the diagonal of the matrix in this basis, and what is beside it
	for size := 0.0; len(basis) < min(n, stepsFor(k)); {
		basis = append(basis, q)
		next := make([]float64, n)
		multiply(next, q)
		alpha = append(alpha, floats.Dot(next, q))
		size = max(size, floats.Norm(next, 2))
		for range 2 { // once more for what rounding leaves
			for _, b := range basis {
				floats.AddScaled(next, -floats.Dot(next, b), b)
			}
		}
		left := floats.Norm(next, 2)
		if !(left > 1e-10*size) {
			break // the space is closed
		}
		beta = append(beta, left)
		floats.Scale(1/left, next)
		q = next
	}
	inner := mat.NewSymDense(len(basis), nil)
	for i, a := range alpha {
		inner.SetSym(i, i, a)
		if i+1 < len(basis) {
			inner.SetSym(i, i+1, beta[i])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(inner, true) {
		return nil, nil
	}
	rising := eigen.Values(nil)
	var turned mat.Dense
	eigen.VectorsTo(&turned)
	for i := len(rising) - 1; i >= max(0, len(rising)-k); i-- {
		if math.IsNaN(rising[i]) {
			return nil, nil
		}
		vector := make([]float64, n)
		for j, b := range basis {
			floats.AddScaled(vector, turned.At(j, i), b)
		}
		values, vectors = append(values, rising[i]), append(vectors, vector)
	}
	return values, vectors
}

// stepsFor is how many products k eigenvectors take.
func stepsFor(k int) int { return 3*k + 60 }
