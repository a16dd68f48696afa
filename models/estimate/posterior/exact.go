package posterior

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
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

// SpectralRows returns U|Λ| of the adjacency matrix truncated to rank k, for a graph without
// privacy. Dot products of rows approximate the numbers of common neighbours, and distances those
// of the matrix's rows.
func SpectralRows(g *graph.Graph, k int, r *rand.Rand) (*embed.Matrix, error) {
	m, err := embed.New(g.N(), k)
	if err != nil {
		return nil, err
	}
	squares, vectors := Spectrum(g, k, r)
	for i, square := range squares {
		for u, x := range vectors[i] {
			m.Row(int32(u))[i] = float32(math.Sqrt(max(0, square)) * x)
		}
	}
	return m, nil
}
