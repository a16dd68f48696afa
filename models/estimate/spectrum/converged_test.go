package spectrum

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// bulk is a random symmetric matrix, whose eigenvalues lie close to each other.
func bulk(n int, r *rand.Rand) (*mat.SymDense, Multiply) {
	m := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			m.SetSym(i, j, r.NormFloat64())
		}
	}
	return m, func(out, x []float64) { mat.NewVecDense(n, out).MulVec(m, mat.NewVecDense(n, x)) }
}

// Values within a bulk and their vectors are those of a dense solver, by their order and by their
// sizes, in a matrix that is written out and in one that is not. [Largest] does not find them.
func TestConverged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for _, n := range []int{30, 400} {
		m, multiply := bulk(n, r)
		var eigen mat.EigenSym
		if !eigen.Factorize(m, false) {
			t.Fatal("no eigenvalues")
		}
		rising := eigen.Values(nil)
		for _, key := range []func(float64) float64{nil, math.Abs} {
			const k = 12
			values, vectors, err := Converged(t.Context(), multiply, n, k, key, r)
			if err != nil || len(values) != k {
				t.Fatalf("%d values, %v", len(values), err)
			}
			if key == nil {
				key = identity
			}
			order := first(rising, k, key)
			for i, v := range vectors {
				near(t, "value", values[i], rising[order[i]], 1e-7*rising[n-1])
				image := make([]float64, n)
				multiply(image, v)
				for u := range v {
					near(t, "vector", image[u], values[i]*v[u], 1e-6*rising[n-1])
				}
			}
		}
		if n == 400 {
			few, _ := Largest(multiply, n, 12, r)
			if math.Abs(few[11]-rising[n-12]) < 1e-6 {
				t.Error("the bulk is no bulk: a fixed number of products finds it")
			}
		}
	}
	all, _, err := Converged(t.Context(), func(out, x []float64) { copy(out, x) }, 5, 9, nil, r)
	if err != nil || len(all) != 5 || all[4] != 1 {
		t.Errorf("the identity has the values %v, %v", all, err)
	}
}

// Bad calls, and matrices that hold no numbers, are errors; so is a context that has ended.
func TestConvergedRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	_, multiply := bulk(300, r)
	var none context.Context
	ended, stop := context.WithCancel(t.Context())
	stop()
	nan := func(out, _ []float64) {
		for i := range out {
			out[i] = math.NaN()
		}
	}
	for what, bad := range map[string]func() error{
		"no products":   func() error { _, _, err := Converged(t.Context(), nil, 3, 1, nil, r); return err },
		"no stream":     func() error { _, _, err := Converged(t.Context(), multiply, 300, 1, nil, nil); return err },
		"no context":    func() error { _, _, err := Converged(none, multiply, 300, 1, nil, r); return err },
		"no rows":       func() error { _, _, err := Converged(t.Context(), multiply, 0, 1, nil, r); return err },
		"no values":     func() error { _, _, err := Converged(t.Context(), multiply, 300, 0, nil, r); return err },
		"ended":         func() error { _, _, err := Converged(ended, multiply, 300, 2, nil, r); return err },
		"NaN":           func() error { _, _, err := Converged(t.Context(), nan, 300, 2, nil, r); return err },
		"NaN, few rows": func() error { _, _, err := Converged(t.Context(), nan, 3, 2, nil, r); return err },
	} {
		if bad() == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
