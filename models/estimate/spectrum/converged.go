package spectrum

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// tolerance is how far from an eigenvalue a value of [Converged] may be, over the largest.
const tolerance = 1e-8

// Converged returns the k eigenvalues of a symmetric n × n matrix that a key ranks first, in
// falling order of it, and their unit vectors; all n where k is no less. Unlike [Largest] it takes
// products until each value is within 10⁻⁸ of the largest size of an eigenvalue. The key is nil
// for the values themselves, or [math.Abs]. A matrix that is no larger than what products would
// span is written out; otherwise a value that is there several times may be found once.
func Converged(ctx context.Context, multiply Multiply, n, k int, key func(float64) float64, r *rand.Rand) (values []float64, vectors [][]float64, err error) {
	switch {
	case ctx == nil || multiply == nil || r == nil:
		return nil, nil, errors.New("spectrum: no context, no products or no stream")
	case n < 1 || k < 1:
		return nil, nil, fmt.Errorf("spectrum: %d eigenvalues of a matrix of %d rows, want at least 1 of 1", k, n)
	case key == nil:
		key = identity
	}
	if stepsFor(k) >= n {
		return whole(multiply, n, k, key)
	}
	s := newSpace(n, r)
	for steps := stepsFor(k); ; steps += steps / 3 {
		for len(s.basis) < min(steps, n) && s.next != nil {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			s.grow(multiply, len(s.basis)+1)
		}
		values, weights, wrong := s.ritz()
		if values == nil {
			return nil, nil, errors.New("spectrum: the eigenvalues are not found")
		}
		order, size, most := first(values, k, key), max(-values[0], values[len(values)-1]), 0.0
		for _, i := range order {
			most = max(most, wrong[i])
		}
		if most <= tolerance*size {
			return pick(values, order), s.vectors(weights, order), nil
		}
	}
}

// whole is [Converged] by all eigenvalues.
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
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return nil, nil, errors.New("spectrum: the eigenvalues are not found")
	}
	all := eigen.Values(nil)
	if slices.ContainsFunc(all, math.IsNaN) {
		return nil, nil, errors.New("spectrum: an eigenvalue is not a number")
	}
	var columns mat.Dense
	eigen.VectorsTo(&columns)
	order := first(all, k, key)
	for _, i := range order {
		vectors = append(vectors, mat.Col(nil, i, &columns))
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
