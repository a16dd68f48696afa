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
)

// Multiply sets out to the product of a symmetric matrix with x.
type Multiply func(out, x []float64)

// Lanczos returns the largest eigenvalues, in falling order, and their unit vectors, at most k, of
// a symmetric n × n matrix. It takes 3k+60 products, starting from a random vector: values that lie
// apart from the rest are exact, those within a bulk are not, and a multiple one is found once. It
// returns none for a matrix without rows, or without products or a source.
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

// Eigenpairs returns the k eigenvalues of a symmetric n × n matrix that a key ranks first, in
// falling order of it, and their unit vectors; all n where k is no less. Unlike [Lanczos] it takes
// products until each value is within 10⁻⁸ of the largest |λ| of an eigenvalue. The key is nil for
// the values themselves, or [math.Abs]. A matrix that is no larger than what products would span is
// written out; otherwise a multiple value may be found once.
func Eigenpairs(ctx context.Context, multiply Multiply, n, k int, key func(float64) float64, r *rand.Rand) (values []float64, vectors [][]float64, err error) {
	const tolerance, products = 1e-8, 100_000
	switch {
	case ctx == nil || multiply == nil || r == nil:
		return nil, nil, errors.New("metric: eigenpairs: no context, no products or no source of randomness")
	case n < 1 || k < 1:
		return nil, nil, fmt.Errorf("metric: eigenpairs: %d values of a matrix of %d rows, want at least 1 of 1", k, n)
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

// stepsFor is how many products k eigenvectors take.
func stepsFor(k int) int { return 3*k + 60 }

// randomVector is where a search starts.
func randomVector(n int, r *rand.Rand) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// space is what products of a matrix with a vector span, and the matrix in it: the Lanczos
// algorithm with every vector orthogonal to all before it, and with thick restarts.
type space struct {
	multiply    Multiply
	basis       [][]float64
	next        []float64 // of the basis; nil if the space is closed
	alpha, beta []float64 // the diagonal of the matrix in this basis, and what joins each vector to a later one
	kept        int       // the first vectors, of a space before: each is joined to that at kept, others to the next
	size        float64
	most        int // dimensions before the space restarts
}

func newSpace(multiply Multiply, start []float64) *space {
	floats.Scale(1/floats.Norm(start, 2), start)
	return &space{multiply: multiply, next: start, most: mostNumbers / len(start)}
}

// grow takes products until the space has the given number of dimensions, or is invariant.
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
	return nil
}

// mostNumbers is how many a basis may hold before the space restarts: 2 GiB.
const mostNumbers = 1 << 28

// converge returns the k eigenvalues that a key ranks first, with their vectors, once each is
// within the tolerance, or after the given number of products. residual is how far one may be from
// an eigenvalue, over the largest size of one.
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

// restart keeps the space of some approximations.
func (s *space) restart(values []float64, weights *mat.Dense, order []int) {
	last := len(s.basis) - 1
	s.basis, s.alpha = s.vectors(weights, order), pick(values, order)
	left := s.beta[last]
	s.beta, s.kept = nil, len(order)
	for _, i := range order {
		s.beta = append(s.beta, left*weights.At(last, i))
	}
}

// ritz returns the eigenvalues within the space, in rising order, the weights of the basis in
// their vectors, as columns, and how far each is from an eigenvalue of the matrix at most.
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

// decompose returns all eigenvalues of a matrix, in rising order, and their vectors as columns.
func decompose(m mat.Symmetric) (values []float64, vectors *mat.Dense, err error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return nil, nil, errors.New("metric: the eigenvalues were not found")
	}
	if values = eigen.Values(nil); slices.ContainsFunc(values, math.IsNaN) {
		return nil, nil, errors.New("metric: an eigenvalue is not a number")
	}
	vectors = new(mat.Dense)
	eigen.VectorsTo(vectors)
	return values, vectors, nil
}

// vectors returns those of some columns of weights.
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

// whole is [Eigenpairs] by all eigenvalues.
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
	for _, i := range order {
		vectors = append(vectors, mat.Col(nil, i, columns))
	}
	return pick(all, order), vectors, nil
}

func identity(x float64) float64 { return x }

// first returns the places of the k values with the largest keys; of equal keys the last first.
func first(values []float64, k int, key func(float64) float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = len(values) - 1 - i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(key(values[j]), key(values[i])) })
	return order[:min(k, len(order))]
}

func pick(values []float64, order []int) (picked []float64) {
	for _, i := range order {
		picked = append(picked, values[i])
	}
	return picked
}
