package dpggan

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/train/vector"
)

// prior returns n codes from N(0, I).
func prior(n, width int, rng *rand.Rand) vector.Matrix {
	z := vector.New(n, width)
	for i := range z.Data {
		z.Data[i] = float32(rng.NormFloat64())
	}
	return z
}

// probability returns σ(f_i·f_j + b): [DPGGAN21] Eq. 2.
func probability(f vector.Matrix, i, j int, bias float64) float64 {
	s := float64(vector.Dot(f.Row(i), f.Row(j))) + bias
	return 1 / (1 + math.Exp(-s)) // [DPGGAN21] Eq. 2
}

// bernoulli draws each pair of nodes by its probability, independently.
func bernoulli(f vector.Matrix, bias float64, rng *rand.Rand) (*graph.Graph, error) {
	var edges []graph.Edge
	for i := range f.Rows {
		for j := i + 1; j < f.Rows; j++ {
			switch p := probability(f, i, j, bias); {
			case math.IsNaN(p):
				return nil, fmt.Errorf("dpggan: the score of nodes %d and %d is not a number", i, j)
			case rng.Float64() < p:
				edges = append(edges, graph.Edge{U: int32(i), V: int32(j)})
			}
		}
	}
	g, _, err := graph.FromEdges(f.Rows, edges, graph.Options{})
	return g, err
}
