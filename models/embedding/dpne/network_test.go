package dpne

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
)

// point is the objective at random factors. Each gradient follows from the optimum that the kernel
// finds of that factor beside the other: the objective is quadratic in each.
func point(t testing.TB, f Factors, g *graph.Graph) (p networktest.Point, kernel func()) {
	t.Helper()
	r, n := rand.New(rand.NewPCG(9, 1)), g.N()
	draw := func() []float64 {
		x := make([]float64, n*f.Dim)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		return x
	}
	w, h, noise := draw(), draw(), draw()
	f.Rounds = 1
	bestW := must.Get(f.factorise(g, h, noise))(t)
	bestH := must.Get(f.solve(f.gradients(g, w), w))(t)
	gradient := func(x, best, other []float64) any {
		var by, inner mat.Dense
		inner.Mul(mat.NewDense(n, f.Dim, other).T(), mat.NewDense(n, f.Dim, other))
		for k := range f.Dim {
			inner.Set(k, k, inner.At(k, k)+f.Ridge)
		}
		by.Sub(mat.NewDense(n, f.Dim, x), mat.NewDense(n, f.Dim, best))
		by.Mul(&by, &inner)
		by.Scale(2, &by)
		return by.RawMatrix().Data
	}
	var ends [2][]int32
	for u, v := range g.Edges() {
		ends[0], ends[1] = append(ends[0], u, v), append(ends[1], v, u)
	}
	column := func(x []int32) any { return tensors.FromFlatDataAndDimensions(x, len(x), 1) }
	return networktest.Point{
		Network: f.network(n), Weights: []any{w, h}, Loss: f.objective(g, w, h, noise),
		Inputs:    []any{column(ends[0]), column(ends[1]), tensors.FromFlatDataAndDimensions(noise, n, f.Dim)},
		Gradients: []any{gradient(w, bestW, h), gradient(h, bestH, w)},
	}, func() { _, _ = f.factorise(g, h, noise) }
}

func TestTheKernelIsAtTheOptimumOfTheGraph(t *testing.T) {
	p, _ := point(t, Factors{Dim: 5, Ridge: 0.7}, data.Karate().Graph)
	networktest.Agree(t, p, 1e-9)
}

// The factors of [NonPrivate] on a graph of Cora's size.
func BenchmarkGradient(b *testing.B) {
	r, edges := rand.New(rand.NewPCG(9, 2)), []graph.Edge(nil)
	for range 5278 {
		edges = append(edges, graph.Edge{U: r.Int32N(1354), V: 1354 + r.Int32N(1354)})
	}
	p, kernel := point(b, NonPrivate.Settings.Factors, gdptest.Graph(b, 2708, edges))
	networktest.Benchmark(b, p, kernel)
}
