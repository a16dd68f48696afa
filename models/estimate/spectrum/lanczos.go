package spectrum

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Multiply sets out to the product of a symmetric matrix with x.
type Multiply func(out, x []float64)

// Largest returns the largest eigenvalues, in falling order, and their unit vectors, at most k, of
// a symmetric n × n matrix, by products with it from a random vector. With as many of them as it
// takes, the values that lie apart from the rest are exact; those within a bulk are not. There are
// none of a matrix without rows, or without products or a stream.
func Largest(multiply Multiply, n, k int, r *rand.Rand) (values []float64, vectors [][]float64) {
	if multiply == nil || r == nil || n < 1 || k < 1 {
		return nil, nil
	}
	s := newSpace(n, r)
	s.grow(multiply, stepsFor(k))
	values, weights, _ := s.ritz()
	if values == nil {
		return nil, nil
	}
	order := first(values, k, identity)
	return pick(values, order), s.vectors(weights, order)
}

// stepsFor is how many products k eigenvectors take.
func stepsFor(k int) int { return 3*k + 60 }

// space is what products of a matrix with a random vector span, and the matrix in it.
type space struct {
	n           int
	basis       [][]float64
	next        []float64 // of the basis; nil if the space is closed
	alpha, beta []float64 // the diagonal of the matrix in this basis, and what is beside it
	size        float64
}

func newSpace(n int, r *rand.Rand) *space {
	q := make([]float64, n)
	for i := range q {
		q[i] = r.NormFloat64()
	}
	floats.Scale(1/floats.Norm(q, 2), q)
	return &space{n: n, next: q}
}

// grow takes products until there are so many, or the space is closed.
func (s *space) grow(multiply Multiply, steps int) {
	for s.next != nil && len(s.basis) < min(s.n, steps) {
		q := s.next
		s.basis = append(s.basis, q)
		next := make([]float64, s.n)
		multiply(next, q)
		s.alpha = append(s.alpha, floats.Dot(next, q))
		s.size = max(s.size, floats.Norm(next, 2))
		for range 2 { // once more for what rounding leaves
			for _, b := range s.basis {
				floats.AddScaled(next, -floats.Dot(next, b), b)
			}
		}
		left := floats.Norm(next, 2)
		if !(left > 1e-10*s.size) {
			s.next = nil
			break
		}
		s.beta = append(s.beta, left)
		floats.Scale(1/left, next)
		s.next = next
	}
}

// ritz returns the eigenvalues within the space, in rising order, the weights of the basis in
// their vectors, as columns, and how far each is from an eigenvalue of the matrix at most; nil
// where none are found.
func (s *space) ritz() (values []float64, weights *mat.Dense, wrong []float64) {
	m := len(s.basis)
	inner := mat.NewSymDense(m, nil)
	for i, a := range s.alpha {
		inner.SetSym(i, i, a)
		if i+1 < m {
			inner.SetSym(i, i+1, s.beta[i])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(inner, true) {
		return nil, nil, nil
	}
	weights = new(mat.Dense)
	eigen.VectorsTo(weights)
	values, wrong = eigen.Values(nil), make([]float64, m)
	for i, v := range values {
		if math.IsNaN(v) {
			return nil, nil, nil
		}
		if s.next != nil {
			wrong[i] = s.beta[m-1] * math.Abs(weights.At(m-1, i))
		}
	}
	return values, weights, wrong
}

// vectors returns those of some columns of weights.
func (s *space) vectors(weights *mat.Dense, order []int) (vectors [][]float64) {
	for _, i := range order {
		vector := make([]float64, s.n)
		for j, b := range s.basis {
			floats.AddScaled(vector, weights.At(j, i), b)
		}
		vectors = append(vectors, vector)
	}
	return vectors
}
