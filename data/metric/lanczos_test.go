package metric

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// bulk returns a random symmetric matrix, whose eigenvalues are close to each other.
func bulk(n int, r *rand.Rand) (*mat.SymDense, Multiply) {
	m := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			m.SetSym(i, j, r.NormFloat64())
		}
	}
	return m, func(out, x []float64) { mat.NewVecDense(n, out).MulVec(m, mat.NewVecDense(n, x)) }
}

// Values within a bulk and their vectors are those of a dense solver, by order and by absolute
// value, for a matrix that is written out and for one that is not. [Lanczos] does not find them.
func TestEigenpairs(t *testing.T) {
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
			values, vectors, err := Eigenpairs(t.Context(), multiply, n, k, key, r)
			if err != nil || len(values) != k {
				t.Fatalf("%d values, %v", len(values), err)
			}
			if key == nil {
				key = identity
			}
			order := first(rising, k, key)
			for i, v := range vectors {
				within(t, "value", values[i], rising[order[i]], 1e-7*rising[n-1])
				image := make([]float64, n)
				multiply(image, v)
				for u := range v {
					within(t, "vector", image[u], values[i]*v[u], 1e-6*rising[n-1])
				}
			}
		}
		if n == 400 {
			few, _ := Lanczos(multiply, n, 12, r)
			if math.Abs(few[11]-rising[n-12]) < 1e-6 {
				t.Error("the bulk is no bulk: a fixed number of products finds it")
			}
		}
	}
	all, _, err := Eigenpairs(t.Context(), func(out, x []float64) { copy(out, x) }, 5, 9, nil, r)
	if err != nil || len(all) != 5 || all[4] != 1 {
		t.Errorf("the identity has the values %v, %v", all, err)
	}
}

// A restarting space finds the same values with more products.
func TestSpaceRestarts(t *testing.T) {
	const n, k = 400, 6
	r := rand.New(rand.NewPCG(4, 4))
	m, multiply := bulk(n, r)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) {
		t.Fatal("no eigenvalues")
	}
	products := 0
	s := newSpace(func(out, x []float64) { products++; multiply(out, x) }, randomVector(n, r))
	s.most = 0
	values, vectors, residual, err := s.converge(t.Context(), k, identity, 1e-8, 10*n)
	if err != nil || residual > 1e-8 || products <= stepsFor(k) || s.kept == 0 {
		t.Fatalf("residual %v after %d products (%v)", residual, products, err)
	}
	for i, want := range eigen.Values(nil)[n-k:] {
		got, image := k-1-i, make([]float64, n)
		within(t, "value", values[got], want, 1e-7*want)
		multiply(image, vectors[got])
		for u, x := range vectors[got] {
			within(t, "vector", image[u], want*x, 1e-6*want)
		}
	}
}

// Invalid calls and non-finite matrices are errors; so is a context that has ended.
func TestEigenpairsRefuses(t *testing.T) {
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
		"no products":   func() error { _, _, err := Eigenpairs(t.Context(), nil, 3, 1, nil, r); return err },
		"no stream":     func() error { _, _, err := Eigenpairs(t.Context(), multiply, 300, 1, nil, nil); return err },
		"no context":    func() error { _, _, err := Eigenpairs(none, multiply, 300, 1, nil, r); return err },
		"no rows":       func() error { _, _, err := Eigenpairs(t.Context(), multiply, 0, 1, nil, r); return err },
		"no values":     func() error { _, _, err := Eigenpairs(t.Context(), multiply, 300, 0, nil, r); return err },
		"ended":         func() error { _, _, err := Eigenpairs(ended, multiply, 300, 2, nil, r); return err },
		"NaN":           func() error { _, _, err := Eigenpairs(t.Context(), nan, 300, 2, nil, r); return err },
		"NaN, few rows": func() error { _, _, err := Eigenpairs(t.Context(), nan, 3, 2, nil, r); return err },
	} {
		if bad() == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// Well-separated values and their vectors are those of a dense solver; for a matrix with few
// distinct values, each is found once.
func TestLanczos(t *testing.T) {
	const n, k = 120, 5
	r := rand.New(rand.NewPCG(7, 7))
	m, multiply := bulk(n, r)
	for c := range k {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		m.SymRankOne(m, 1+float64(c)/3, mat.NewVecDense(n, v))
	}
	values, vectors := Lanczos(multiply, n, k, r)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) || len(values) != k {
		t.Fatalf("%d values", len(values))
	}
	for i, want := range eigen.Values(nil)[n-k:] {
		got, v := values[k-1-i], vectors[k-1-i]
		within(t, "value", got, want, 1e-8*want)
		image := make([]float64, n)
		multiply(image, v)
		for u := range v {
			within(t, "vector", image[u], want*v[u], 1e-6*want)
		}
	}
	complete := func(out, x []float64) {
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		for i := range out {
			out[i] = sum - x[i]
		}
	}
	if values, _ := Lanczos(complete, 30, 4, r); len(values) != 2 || math.Abs(values[0]-29) > 1e-9 || math.Abs(values[1]+1) > 1e-9 {
		t.Errorf("a complete graph of 30 nodes has the eigenvalues %v", values)
	}
}
