package solutions

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	gradients "github.com/graphdp/graphdp/notebooks/54_gradients"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func learnt() []Solution {
	type verdict = exercise.Verdict
	reach := func(of func(d, layers float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(gradients.Reach, func(x []float64) float64 { return of(x[0], x[1]) })
		}
	}
	received := func(claim func(n float64) float64) func() verdict {
		return func() verdict {
			return exercise.BoundFor(gradients.Received, func(n int) float64 { return claim(float64(n)) })
		}
	}
	sent := func(one, other []graph.Edge) func() verdict {
		return func() verdict { return exercise.Refute(gradients.Sent, 2, 4, one, other) }
	}
	scale := func(of func(q float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(gradients.Noise, func(x []float64) float64 { return of(x[0]) })
		}
	}
	path := []graph.Edge{{U: 0, V: 2}, {U: 1, V: 2}}
	return []Solution{{
		Exercise: "54.1",
		Right: reach(func(d, layers float64) float64 {
			sum, level := 1.0, d
			for range int(layers) {
				sum += level
				level *= d - 1
			}
			return sum
		}),
		Others: []Other{
			{"D neighbours for each layer", reach(func(d, layers float64) float64 { return 1 + d*layers }), exercise.Wrong, "at D = 6, L = 3 the left side is 187"},
			{"only one, because of clipping", reach(func(_, _ float64) float64 { return 1 }), exercise.Wrong, "and yours is 1, which is smaller"},
			{"D new nodes for each node", reach(func(d, layers float64) float64 { return (math.Pow(d, layers+1) - 1) / (d - 1) }), exercise.Loose, "is enough"},
		},
	}, {
		Exercise: "54.2", Right: received(func(n float64) float64 { return math.Sqrt(n * (n - 1)) }),
		Others: []Other{
			{"a constant", received(func(float64) float64 { return math.Sqrt(20) }), exercise.Loose, "you claim 4.472"},
			{"only the node's own sum", received(func(n float64) float64 { return n - 1 }), exercise.Wrong, "one node changes the answer by 1.414 in ℓ2"},
			{"only the other sums", received(func(n float64) float64 { return math.Sqrt(n - 1) }), exercise.Wrong, "one node changes the answer by 1.414 in ℓ2"},
			{"the ℓ1 bound", received(func(n float64) float64 { return 2 * (n - 1) }), exercise.Loose, "you claim 2"},
		},
	}, {
		Exercise: "54.3",
		Right:    sent(path, append([]graph.Edge{{U: 0, V: 1}}, path...)),
		Others: []Other{
			{"an edge that comes first for no node", sent([]graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}}, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}), exercise.Wrong, "changes by 0 between them, which the bound 2 allows"},
			{"the first edge of both ends", sent([]graph.Edge{}, []graph.Edge{{U: 0, V: 1}}), exercise.Wrong, "changes by 2 between them, which the bound 2 allows"},
			{"two edges apart", sent(path, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 0, V: 3}}), exercise.Wrong, "differ in 2 edges"},
		},
	}, {
		Exercise: "54.4",
		Right:    scale(func(q float64) float64 { return 1 / math.Log1p((math.E-1)/q) }),
		Others: []Other{
			{"scale q", scale(func(q float64) float64 { return q }), exercise.Wrong, "which is smaller"},
			{"no sampling", scale(func(float64) float64 { return 1 }), exercise.Loose, "is enough"},
			{"no answer", scale(func(float64) float64 { return exercise.Blank }), exercise.Missing, ""},
		},
	}}
}
