package dpppr

import (
	"math"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
)

// onHubs attacks [Weighed] rows, which are as long as the roots of noisy sums.
var onHubs = embedding.OnHubs(2, embedding.Sums{
	Of:   aggregate.Walks{Alpha: strict.lazy(), Rounds: strict.Rounds}.Sum,
	Undo: func(row []float32, _ []float64) float64 { return math.Sqrt(embed.Dot(row, row)) },
}).With(4000, "Dim=2")
