package metric

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// denseEigen returns a full decomposition: eigenvalues in rising order.
func denseEigen(a matrix) (values []float64, vectors mat.Dense) {
	s := mat.NewSymDense(len(a), nil)
	for u := range a {
		for v := range u {
			if a[u][v] {
				s.SetSym(u, v, 1)
			}
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		panic("no factorisation")
	}
	e.VectorsTo(&vectors)
	return e.Values(nil), vectors
}

// Power iteration on A+I from equal scores converges to the projection of the ones vector on the
// eigenspace of the largest eigenvalue: here from a full decomposition. If the next eigenvalue is
// close, the vector's accuracy is the residual divided by the gap.
func TestEigenvectorByDecomposition(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		n := len(a)
		got, residual, err := Eigenvector(context.Background(), a.graph())
		if err != nil || len(got) != n || residual > 1e-10 {
			t.Fatalf("%d entries for %d nodes, residual %v (%v)", len(got), n, residual, err)
		}
		if n == 0 {
			return
		}
		values, vectors := denseEigen(a)
		want, gap := make([]float64, n), math.Inf(1)
		for i, λ := range values {
			if λ < values[n-1]-1e-9 {
				gap = values[n-1] - λ
				continue
			}
			ones := 0.0
			for u := range n {
				ones += vectors.At(u, i)
			}
			for u := range n {
				want[u] += ones * vectors.At(u, i)
			}
		}
		length := norm(want)
		for u := range want {
			within(t, "eigenvector", got[u], want[u]/length, 1e-12+1e-9/gap)
		}
	})
}

// All eigenvalues, with the right multiplicity, from graphs where many coincide:
// disjoint copies, complete and empty graphs, and those of smallGraphs.
func TestSpectrumByDecomposition(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	check := func(t *testing.T, a matrix, k int) {
		t.Helper()
		got, _, err := Spectrum(context.Background(), a.graph(), k, rng)
		if err != nil || len(got) != min(k, len(a)) {
			t.Fatalf("%d eigenvalues of %d (%v)", len(got), k, err)
		}
		if len(a) == 0 {
			return
		}
		values, _ := denseEigen(a)
		for i, λ := range got {
			within(t, "eigenvalue", λ, values[len(a)-1-i], 1e-7*math.Max(1, values[len(a)-1]))
		}
	}
	smallGraphs(t, func(t *testing.T, a matrix) {
		check(t, a, 1)
		check(t, a, 5)
		check(t, a, 20)
	})
	triangles := newMatrix(90)
	for u := 0; u < 90; u += 3 {
		triangles.join(u, u+1)
		triangles.join(u, u+2)
		triangles.join(u+1, u+2)
	}
	check(t, triangles, 10)
	check(t, triangles, 40)
	check(t, completeGraph(60), 7)
	check(t, newMatrix(60), 7)
	check(t, starGraph(70), 12)
	check(t, cycleGraph(80), 9)
	if _, _, err := Spectrum(context.Background(), cycleGraph(8).graph(), 0, rng); err == nil {
		t.Error("no eigenvalues at all were accepted")
	}
	if _, _, err := Spectrum(context.Background(), cycleGraph(8).graph(), 2, nil); err == nil {
		t.Error("no source of randomness was accepted")
	}
}
