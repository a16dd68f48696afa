package gapemb

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
)

func sums(g *graph.Graph, r aggregate.Rows) []float64 { return r.Sum(g) }

// onUnit attacks one hop of [ByArc], whose rows are of norm 1.
var onUnit = embedding.OnHubs(16, embedding.Sums{Of: sums, Undo: func(_ []float32, known []float64) float64 {
	square := 0.0
	for _, x := range known {
		square += x * x
	}
	return math.Sqrt(square)
}}).With(4000, "Hops=1", "Dim=16")

// onSums attacks one hop of [ByEdge], whose rows are about as long as the sums were.
var onSums = embedding.OnHubs(2, embedding.Sums{Of: sums, Undo: func([]float32, []float64) float64 { return 1 }}).With(4000, "Hops=1", "Dim=2")
