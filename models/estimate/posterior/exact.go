package posterior

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"gonum.org/v1/gonum/floats"
)

// Exact returns the evidence of [Ask] with exact answers for all pairs, for a graph without
// privacy.
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

// Spectrum returns the at most k largest squares of eigenvalues of the adjacency matrix, in falling
// order, with unit eigenvectors, for a graph without privacy.
func Spectrum(g *graph.Graph, k int, r *rand.Rand) (squares []float64, vectors [][]float64) {
	a := Responses{Graph: g.Undirected()}
	half, none := make([]float64, a.N()), make([]float64, a.N())
	return metric.Lanczos(func(out, x []float64) {
		a.multiply(half, x, none)
		a.multiply(out, half, none)
	}, a.N(), k, r)
}
