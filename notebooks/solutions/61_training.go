package solutions

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	graphtraining "github.com/graphdp/graphdp/notebooks/61_training_on_a_graph"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func trained() []Solution {
	type verdict = exercise.Verdict
	means := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(graphtraining.ByMeans, x) }
	}
	twice := func(claim func(n float64) float64) func() verdict {
		return func() verdict {
			return exercise.BoundFor(graphtraining.TwoLayers, func(n int) float64 { return claim(float64(n)) })
		}
	}
	expose := func(one, other []graph.Edge) func() verdict {
		return func() verdict {
			return exercise.Expose(graphtraining.Divided, gdp.EdgeLevel, graphtraining.Mean, 5, one, other)
		}
	}
	path := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}
	return []Solution{{
		Exercise: "61.1", Right: means(1),
		Others: []Other{
			{"the bound for sums", means(math.Sqrt2), exercise.Loose, "changes the answer by more than 1, but you claim 1.414"},
			{"only one of the two means", means(math.Sqrt(0.5)), exercise.Wrong, "one edge changes the answer by 1"},
			{"a half", means(0.5), exercise.Wrong, "one edge changes the answer by 1"},
		},
	}, {
		Exercise: "61.2", Right: twice(func(n float64) float64 { return math.Sqrt(2*(n-1)*(n-1) + 4*(n-2)) }),
		Others: []Other{
			{"the quoted claim", twice(func(float64) float64 { return math.Sqrt2 }), exercise.Wrong, "one edge changes the answer by"},
			{"only the two ends", twice(func(n float64) float64 { return math.Sqrt2 * (n - 1) }), exercise.Wrong, "one edge changes the answer by"},
			{"all sums change like the ends", twice(func(n float64) float64 { return math.Sqrt(n) * (n - 1) }), exercise.Loose, "but you claim"},
			{"a constant", twice(func(float64) float64 { return math.Sqrt(44) }), exercise.Loose, "you claim 6.633"},
		},
	}, {
		Exercise: "61.3", Right: expose(path[:1], path),
		Others: []Other{
			{"no edges and one edge", expose([]graph.Edge{}, path[:1]), exercise.Wrong, "which ε = 1 allows"},
			{"two edges apart", expose([]graph.Edge{}, path), exercise.Wrong, "differ in 2 edges"},
		},
	}}
}
