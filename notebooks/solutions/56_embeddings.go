package solutions

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	embeddings "github.com/graphdp/graphdp/notebooks/56_embeddings"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func embedded() []Solution {
	type verdict = exercise.Verdict
	link := func(score func(x, y []float64) float64) func() verdict {
		return func() verdict { return exercise.Link(embeddings.Rows(), score) }
	}
	known := embeddings.Rows()
	divided := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(embeddings.Divided, x) }
	}
	rights := func(of func(eps float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(embeddings.Rights, func(x []float64) float64 { return of(x[0]) })
		}
	}
	return []Solution{{
		Exercise: "56.1", Right: link(floats.Dot),
		Others: []Other{
			{"a constant score", link(func(_, _ []float64) float64 { return 0 }), exercise.Wrong, "in 50.0 % of all cases, but 95 % is possible"},
			{"the distance", link(func(x, y []float64) float64 { return floats.Distance(x, y, 2) }), exercise.Wrong, "but 95 % is possible"},
			{"only the first number", link(func(x, y []float64) float64 { return x[0] * y[0] }), exercise.Wrong, "but 95 % is possible"},
			{"a score that recognises the members", link(func(x, y []float64) float64 {
				of := func(z []float64) int32 {
					return int32(slices.IndexFunc(known.Rows, func(row []float64) bool { return slices.Equal(row, z) }))
				}
				if u, v := of(x), of(y); u >= 0 && v >= 0 && known.Graph.HasEdge(u, v) {
					return 1
				}
				return 0
			}), exercise.Wrong, "on a graph that you have not seen"},
			{"an index beyond the row", link(func(x, y []float64) float64 { return x[10] * y[10] }), exercise.Failed, "index out of range [10]"},
		},
	}, {
		Exercise: "56.2",
		Right:    divided(2),
		Others: []Other{
			{"only one row", divided(1), exercise.Wrong, "one edge changes the answer by 2"},
			{"two entries in each row", divided(4), exercise.Loose, "you claim 4"},
		},
	}, {
		Exercise: "56.3", Right: rights(func(eps float64) float64 { return 1 / (1 + math.Exp(-eps)) }),
		Others: []Other{
			{"a half, and half of ε", rights(func(eps float64) float64 { return min(1, 0.5+eps/2) }), exercise.Loose, "is enough"},
			{"always right", rights(func(float64) float64 { return 1 }), exercise.Loose, "at ε = 0 yours is 1"},
			{"1 - e^-ε", rights(func(eps float64) float64 { return 1 - math.Exp(-eps) }), exercise.Wrong, "at ε = 0 the left side is 0.5"},
		},
	}}
}
