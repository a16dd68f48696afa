package spectrum

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Values that lie apart and their vectors are those of a dense solver; of a matrix with few
// different values, few are found, and each once.
func TestLargest(t *testing.T) {
	const n, k = 120, 5
	r := rand.New(rand.NewPCG(7, 7))
	m := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			m.SetSym(i, j, r.NormFloat64())
		}
	}
	for c := range k {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		m.SymRankOne(m, 1+float64(c)/3, mat.NewVecDense(n, v))
	}
	multiply := func(out, x []float64) { mat.NewVecDense(n, out).MulVec(m, mat.NewVecDense(n, x)) }
	values, vectors := Largest(multiply, n, k, r)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) || len(values) != k {
		t.Fatalf("%d values", len(values))
	}
	for i, want := range eigen.Values(nil)[n-k:] {
		got, v := values[k-1-i], vectors[k-1-i]
		near(t, "value", got, want, 1e-8*want)
		image := make([]float64, n)
		multiply(image, v)
		for u := range v {
			near(t, "vector", image[u], want*v[u], 1e-6*want)
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
	if values, _ := Largest(complete, 30, 4, r); len(values) != 2 || math.Abs(values[0]-29) > 1e-9 || math.Abs(values[1]+1) > 1e-9 {
		t.Errorf("a complete graph of 30 nodes has the eigenvalues %v", values)
	}
}

func near(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if !(math.Abs(got-want) <= off) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
