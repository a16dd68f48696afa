package solutions

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	sensitivity "github.com/graphdp/graphdp/notebooks/51_sensitivity"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func sensitivities() []Solution {
	type verdict = exercise.Verdict
	sum := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(sensitivity.EdgeInSum, x) }
	}
	length := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(sensitivity.EdgeInLength, x) }
	}
	node := func(claim func(n int) float64) func() verdict {
		return func() verdict { return exercise.BoundFor(sensitivity.NodeInSum, claim) }
	}
	edges := func(add func(noise *rand.Rand) float64) func() verdict {
		return func() verdict {
			return exercise.Mechanism(sensitivity.NumberOfEdges(), func(g *graph.Graph, noise *rand.Rand) float64 {
				return float64(g.M()) + add(noise)
			})
		}
	}
	half := func(f func(scale, level float64) float64) func() verdict {
		return func() verdict { return exercise.Interval("51.5", f) }
	}
	laplace := func(noise *rand.Rand) float64 { return noise.ExpFloat64() - noise.ExpFloat64() }
	return []Solution{{
		Exercise: "51.1", Right: sum(2),
		Others: []Other{
			{"only one end", sum(1), exercise.Wrong, "one edge changes the answer by 2 in ℓ1, from (0 0) to (1 1)"},
			{"each end twice", sum(4), exercise.Loose, "changes the answer by more than 2, but you claim 4"},
			{"no change", sum(0), exercise.Wrong, "you claim at most 0"},
		},
	}, {
		Exercise: "51.2", Right: length(math.Sqrt2),
		Others: []Other{
			{"rounded down", length(1.4142), exercise.Wrong, "changes the answer by 1.41421 in ℓ2, from (0 0) to (1 1), but you claim at most 1.4142"},
			{"the ℓ1 bound", length(2), exercise.Loose, "changes the answer by more than 1.414, but you claim 2"},
		},
	}, {
		Exercise: "51.3",
		Right:    node(func(n int) float64 { return 2 * float64(n-1) }),
		Others: []Other{
			{"only the node's own degree", node(func(n int) float64 { return float64(n - 1) }), exercise.Wrong, "one node changes the answer by 2"},
			{"two for each node", node(func(n int) float64 { return 2 * float64(n) }), exercise.Loose, "you claim 4"},
			{"the bound for an edge", node(func(int) float64 { return 2 }), exercise.Wrong, "changes the answer by 4"},
			{"a constant", node(func(int) float64 { return 8 }), exercise.Loose, "no neighbouring pair with 2 nodes changes the answer by more than 2, but you claim 8"},
			{"right only for five nodes", node(func(n int) float64 { return float64(n + 3) }), exercise.Loose, "but you claim 5"},
		},
	}, {
		Exercise: "51.4", Right: edges(laplace),
		Others: []Other{
			{"no noise", edges(func(*rand.Rand) float64 { return 0 }), exercise.Wrong, "every run gives the same number, 5 for one graph and 6"},
			{"half the noise", edges(func(r *rand.Rand) float64 { return laplace(r) / 2 }), exercise.Wrong, "ε ≥ "},
			{"twice the noise", edges(func(r *rand.Rand) float64 { return laplace(r) * 2 }), exercise.Wrong, "the mean error is 2"},
			{"Gaussian noise", edges((*rand.Rand).NormFloat64), exercise.Wrong, "ε ≥ "},
			{"uniform noise", edges(func(r *rand.Rand) float64 { return 4*r.Float64() - 2 }), exercise.Wrong, "ε ≥ "},
			{"one-sided noise", edges((*rand.Rand).ExpFloat64), exercise.Wrong, "ε ≥ "},
			{"a constant", func() verdict {
				return exercise.Mechanism(sensitivity.NumberOfEdges(), func(*graph.Graph, *rand.Rand) float64 { return 0 })
			}, exercise.Wrong, "the mean error is "},
			{"noise only on the two known graphs", func() verdict {
				return exercise.Mechanism(sensitivity.NumberOfEdges(), func(g *graph.Graph, noise *rand.Rand) float64 {
					if g.M() != 5 && g.M() != 6 {
						return float64(g.M())
					}
					return float64(g.M()) + laplace(noise)
				})
			}, exercise.Wrong, "ε ≥ "},
			{"the midpoint, without noise", func() verdict {
				return exercise.Mechanism(sensitivity.NumberOfEdges(), func(*graph.Graph, *rand.Rand) float64 { return 5.5 })
			}, exercise.Wrong, "the mean error is "},
		},
	}, {
		Exercise: "51.5", Right: half(func(scale, level float64) float64 { return scale * math.Log(1/(1-level)) }),
		Others: []Other{
			{"right for one scale only", half(func(_, level float64) float64 { return 2 * math.Log(1/(1-level)) }), exercise.Wrong, "for noise of scale 0.8"},
			{"the standard deviation", half(func(scale, _ float64) float64 { return math.Sqrt2 * scale }), exercise.Wrong, "too narrow"},
			{"as if the noise were Gaussian", half(func(scale, level float64) float64 { return math.Sqrt2 * scale * math.Sqrt2 * math.Erfinv(level) }), exercise.Wrong, "too narrow"},
			{"only one side of the noise", half(func(scale, level float64) float64 { return scale * math.Log(0.5/(1-level)) }), exercise.Wrong, "too narrow"},
			{"level in place of 1 - level", half(func(scale, level float64) float64 { return scale * math.Log(1/level) }), exercise.Wrong, "too narrow"},
		},
	}}
}
