package solutions

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	choosing "github.com/graphdp/graphdp/notebooks/59_choosing"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

// chosen returns the node with the largest degree, times a factor, plus Gumbel noise.
func chosen(factor float64) func(g *graph.Graph, noise *rand.Rand) float64 {
	return func(g *graph.Graph, noise *rand.Rand) float64 {
		best, most := 0, math.Inf(-1)
		for u, d := range g.Degrees() {
			if score := factor*float64(d) - math.Log(noise.ExpFloat64()); score > most {
				best, most = u, score
			}
		}
		return float64(best)
	}
}

func choices() []Solution {
	type verdict = exercise.Verdict
	corner := func(claim func(n float64) float64) func() verdict {
		return func() verdict {
			return exercise.BoundFor(choosing.Triangles, func(n int) float64 { return claim(float64(n)) })
		}
	}
	relative := func(one, other []graph.Edge) func() verdict {
		return func() verdict { return exercise.Refute(choosing.Relative, 1, 4, one, other) }
	}
	popular := func(choose func(g *graph.Graph, noise *rand.Rand) float64) func() verdict {
		return func() verdict { return exercise.Mechanism(choosing.Popular(), choose) }
	}
	missed := func(f func(n, beta float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(choosing.Missed, func(x []float64) float64 { return f(x[0], x[1]) })
		}
	}
	edge := []graph.Edge{{U: 0, V: 1}}
	return []Solution{{
		Exercise: "59.1", Right: corner(func(n float64) float64 { return n - 2 }),
		Others: []Other{
			{"one triangle", corner(func(float64) float64 { return 1 }), exercise.Wrong, "one edge changes the answer by 2"},
			{"a constant", corner(func(float64) float64 { return 3 }), exercise.Loose, "you claim 3"},
			{"all pairs of other nodes", corner(func(n float64) float64 { return (n - 1) * (n - 2) / 2 }), exercise.Loose, "you claim 3"},
		},
	}, {
		Exercise: "59.2", Right: relative([]graph.Edge{}, edge),
		Others: []Other{
			{"an edge at other nodes", relative(edge, []graph.Edge{{U: 0, V: 1}, {U: 2, V: 3}}), exercise.Wrong, "which the bound 1 allows"},
			{"two edges", relative([]graph.Edge{}, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}}), exercise.Wrong, "differ in 2 edges"},
		},
	}, {
		Exercise: "59.3", Right: popular(chosen(1)),
		Others: []Other{
			{"always the best node", popular(func(g *graph.Graph, _ *rand.Rand) float64 {
				best := int32(0)
				for u := range int32(g.N()) {
					if g.Degree(u) > g.Degree(best) {
						best = u
					}
				}
				return float64(best)
			}), exercise.Wrong, "every run gives the same number"},
			{"a uniform choice", popular(chosen(0)), exercise.Wrong, "the mean error is"},
			{"half of ε", popular(chosen(0.5)), exercise.Wrong, "the mean error is"},
			{"five times ε", popular(chosen(5)), exercise.Wrong, "ε ≥ "},
			{"not a node", popular(func(_ *graph.Graph, noise *rand.Rand) float64 { return 8 + noise.Float64() }), exercise.Wrong, "the mean error is 8"},
		},
	}, {
		Exercise: "59.4", Right: missed(func(n, beta float64) float64 { return 2 * math.Log(n/beta) }),
		Others: []Other{
			{"without the number of candidates", missed(func(_, beta float64) float64 { return 2 * math.Log(1/beta) }), exercise.Wrong, "which is smaller"},
			{"without the factor 2", missed(func(n, beta float64) float64 { return math.Log(n / beta) }), exercise.Wrong, "which is smaller"},
			{"n times as much", missed(func(n, beta float64) float64 { return n * math.Log(1/beta) }), exercise.Loose, "is enough"},
		},
	}}
}
