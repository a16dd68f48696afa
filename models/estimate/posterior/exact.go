package posterior

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"gonum.org/v1/gonum/floats"
)

// Exact is what [Ask] would say if every pair answered and none was turned: of a graph that is not
// private.
func Exact(g *graph.Graph, c Rule, r *rand.Rand) *Evidence {
	a := Responses{Graph: g.Undirected()}
	e := &Evidence{Degrees: a.Degrees(), Core: make([]int32, a.N())}
	p := make([]float64, a.N())
	all := max(floats.Sum(e.Degrees), 1)
	for u, d := range e.Degrees {
		e.Core[u], p[u] = int32(u), d/math.Sqrt(all)
	}
	e.Vectors, _ = a.communities(p, c.Vectors, r)
	return e
}

// Spectrum returns the largest squares of eigenvalues of a graph's adjacency matrix, in falling
// order, at most k, and their unit vectors: of a graph that is not private.
func Spectrum(g *graph.Graph, k int, r *rand.Rand) (squares []float64, vectors [][]float64) {
	a := Responses{Graph: g.Undirected()}
	half, none := make([]float64, a.N()), make([]float64, a.N())
	return metric.Lanczos(func(out, x []float64) {
		a.multiply(half, x, none)
		a.multiply(out, half, none)
	}, a.N(), k, r)
}
