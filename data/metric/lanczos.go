package metric

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/lists"
)

// Multiply stores the product of a symmetric matrix with x in out.
type Multiply func(out, x []float64)

// Lanczos returns the k largest eigenvalues of a symmetric n × n matrix, or fewer, in descending
// order, with unit eigenvectors. It takes 3k+60 products from a random start: well-separated values
// are exact, those within a bulk are not, and a multiple value is found once. It returns nothing
// for a matrix without rows, or without products or a source.
func Lanczos(multiply Multiply, n, k int, r *rand.Rand) (values []float64, vectors [][]float64) {
	if multiply == nil || r == nil || n < 1 || k < 1 {
		return nil, nil
	}
	s := newSpace(multiply, randomVector(n, r))
	if s.grow(context.Background(), stepsFor(k)) != nil {
		return nil, nil
	}
	values, weights, _, err := s.ritz()
	if err != nil {
		return nil, nil
	}
	order := first(values, k, identity)
	return pick(values, order), s.vectors(weights, order)
}

// Eigenpairs returns the k eigenvalues of a symmetric n × n matrix with the largest keys, in
// descending order of key, with unit eigenvectors; all n if k is at least n. Unlike [Lanczos] it
// takes products until each value is within 10⁻⁸ of the largest |λ| from an eigenvalue. The key is
// [math.Abs], or nil for the values themselves. A matrix no larger than the space that products
// would span is written out; otherwise a multiple value may be found once.
func Eigenpairs(ctx context.Context, multiply Multiply, n, k int, key func(float64) float64, r *rand.Rand) (values []float64, vectors [][]float64, err error) {
	const tolerance, products = 1e-8, 100_000
	switch {
	case ctx == nil || multiply == nil || r == nil:
		return nil, nil, errors.New("metric: eigenpairs: no context, no products or no source of randomness")
	case n < 1 || k < 1:
		return nil, nil, fmt.Errorf("metric: eigenpairs: %d values of a matrix with %d rows: want at least 1 of each", k, n)
	case key == nil:
		key = identity
	}
	if stepsFor(k) >= n {
		return whole(multiply, n, k, key)
	}
	values, vectors, residual, err := newSpace(multiply, randomVector(n, r)).converge(ctx, k, key, tolerance, products)
	if err == nil && residual > tolerance {
		err = fmt.Errorf("metric: eigenpairs: %d products left a residual of %.1g, want at most %.1g", products, residual, tolerance)
	}
	return values, vectors, err
}

// stepsFor returns the number of products for k eigenvectors.
func stepsFor(k int) int { return 3*k + 60 }

// randomVector returns a starting vector.
func randomVector(n int, r *rand.Rand) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// space is a Krylov space with the matrix restricted to it, by the Lanczos algorithm with full
// reorthogonalisation and thick restarts.
type space struct {
	multiply    Multiply
	basis       [][]float64
	next        []float64 // next basis vector; nil if the space is invariant
	alpha, beta []float64 // diagonal of the restricted matrix, and the couplings to later vectors
	kept        int       // vectors kept at a restart: each is coupled to vector kept, others to the next
	size        float64
	most        int // dimension at which the space restarts
}

func newSpace(multiply Multiply, start []float64) *space {
	floats.Scale(1/floats.Norm(start, 2), start)
	return &space{multiply: multiply, next: start, most: maxBasis / len(start)}
}

// grow extends the space to the given dimension, or until it is invariant.
func (s *space) grow(ctx context.Context, steps int) error {
	for s.next != nil && len(s.basis) < min(len(s.next), steps) {
		if err := ctx.Err(); err != nil {
			return err
		}
		q := s.next
		s.basis = append(s.basis, q)
		next := make([]float64, len(q))
		s.multiply(next, q)
		s.alpha = append(s.alpha, floats.Dot(next, q))
		s.size = max(s.size, floats.Norm(next, 2))
		for range 2 { // twice, to remove rounding errors
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
	return nil
}

// maxBasis is the largest size of a basis before a restart: 2 GiB.
const maxBasis = 1 << 28

// converge returns the k eigenvalues with the largest keys, and their vectors, once each is within
// the tolerance, or after the given number of products. residual bounds their distance from
// eigenvalues, relative to the largest absolute one.
func (s *space) converge(ctx context.Context, k int, key func(float64) float64, tolerance float64, products int) (values []float64, vectors [][]float64, residual float64, err error) {
	most := max(stepsFor(k), s.most)
	for steps := stepsFor(k); ; steps += steps / 3 {
		before := len(s.basis)
		if err := s.grow(ctx, min(steps, most)); err != nil {
			return nil, nil, 0, err
		}
		products -= len(s.basis) - before
		all, weights, wrong, err := s.ritz()
		if err != nil {
			return nil, nil, 0, err
		}
		order, size := first(all, k, key), max(-all[0], all[len(all)-1])
		residual = 0
		for _, i := range order {
			residual = max(residual, wrong[i])
		}
		if residual <= tolerance*size || products <= 0 {
			if size > 0 {
				residual /= size
			}
			return pick(all, order), s.vectors(weights, order), residual, nil
		}
		if steps >= most {
			s.restart(all, weights, first(all, 2*k+3, key))
			steps = stepsFor(k)
		}
	}
}

// restart keeps the space spanned by some approximate eigenvectors.
func (s *space) restart(values []float64, weights *mat.Dense, order []int) {
	last := len(s.basis) - 1
	s.basis, s.alpha = s.vectors(weights, order), pick(values, order)
	left := s.beta[last]
	s.beta, s.kept = nil, len(order)
	for _, i := range order {
		s.beta = append(s.beta, left*weights.At(last, i))
	}
}

// ritz returns the Ritz values in ascending order, the weights of the basis in the Ritz vectors, as
// columns, and a bound on each value's distance from an eigenvalue.
func (s *space) ritz() (values []float64, weights *mat.Dense, wrong []float64, err error) {
	m := len(s.basis)
	inner := mat.NewSymDense(m, nil)
	for i, a := range s.alpha {
		inner.SetSym(i, i, a)
		if j := max(i+1, s.kept); j < m {
			inner.SetSym(i, j, s.beta[i])
		}
	}
	if values, weights, err = decompose(inner); err != nil {
		return nil, nil, nil, err
	}
	wrong = make([]float64, m)
	for i := range wrong {
		if s.next != nil {
			wrong[i] = s.beta[m-1] * math.Abs(weights.At(m-1, i))
		}
	}
	return values, weights, wrong, nil
}

// decompose returns all eigenvalues of a matrix in ascending order, and the eigenvectors as
// columns.
func decompose(m mat.Symmetric) (values []float64, vectors *mat.Dense, err error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return nil, nil, errors.New("metric: the eigenvalue decomposition failed")
	}
	if values = eigen.Values(nil); slices.ContainsFunc(values, math.IsNaN) {
		return nil, nil, errors.New("metric: an eigenvalue is NaN")
	}
	vectors = new(mat.Dense)
	eigen.VectorsTo(vectors)
	return values, vectors, nil
}

// vectors returns the Ritz vectors of some columns of weights.
func (s *space) vectors(weights *mat.Dense, order []int) (vectors [][]float64) {
	for _, i := range order {
		vector := make([]float64, len(s.basis[0]))
		for j, b := range s.basis {
			floats.AddScaled(vector, weights.At(j, i), b)
		}
		vectors = append(vectors, vector)
	}
	return vectors
}

// whole is [Eigenpairs] by full decomposition.
func whole(multiply Multiply, n, k int, key func(float64) float64) (values []float64, vectors [][]float64, err error) {
	m, x, column := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n)
	for i := range n {
		x[i] = 1
		multiply(column, x)
		x[i] = 0
		for j := i; j < n; j++ {
			m.SetSym(i, j, column[j])
		}
	}
	all, columns, err := decompose(m)
	if err != nil {
		return nil, nil, err
	}
	order := first(all, k, key)
	return pick(all, order), lists.Map(order, func(i int) []float64 { return mat.Col(nil, i, columns) }), nil
}

func identity(x float64) float64 { return x }

// first returns the indices of the k values with the largest keys; ties go to the last.
func first(values []float64, k int, key func(float64) float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = len(values) - 1 - i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(key(values[j]), key(values[i])) })
	return order[:min(k, len(order))]
}

func pick(values []float64, order []int) (picked []float64) {
	return lists.Map(order, func(i int) float64 { return values[i] })
}
