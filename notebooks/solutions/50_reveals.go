package solutions

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	reveals "github.com/graphdp/graphdp/notebooks/50_what_an_edge_reveals"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

// sums returns the sums of the degrees of a node's neighbours, and of their squares.
func sums(g *graph.Graph, u int32) []int {
	list := []int{0, 0}
	for _, v := range g.Neighbors(u) {
		list[0] += g.Degree(v)
		list[1] += g.Degree(v) * g.Degree(v)
	}
	return list
}

// twoAway counts the nodes two steps from a node.
func twoAway(g *graph.Graph, u int32) int {
	found := map[int32]bool{}
	for _, v := range g.Neighbors(u) {
		for _, w := range g.Neighbors(v) {
			if w != u && !g.HasEdge(u, w) {
				found[w] = true
			}
		}
	}
	return len(found)
}

func revealed() []Solution {
	type verdict = exercise.Verdict
	states := func(of func(g *graph.Graph, u int32) []int) func() verdict {
		return func() verdict { return exercise.Signature(reveals.States(), of) }
	}
	defended := func(of func(g *graph.Graph, u int32) []int) func() verdict {
		return func() verdict { return exercise.Signature(reveals.Defended(), of) }
	}
	degree := func(g *graph.Graph, u int32) []int { return []int{g.Degree(u)} }
	neighbours := func(g *graph.Graph, u int32) (list []int) {
		for _, v := range g.Neighbors(u) {
			list = append(list, g.Degree(v))
		}
		return list
	}
	star := func(n int32) (edges []graph.Edge) {
		for v := int32(1); v <= n; v++ {
			edges = append(edges, graph.Edge{U: 0, V: v})
		}
		return edges
	}
	refute := func(one, other []graph.Edge) func() verdict {
		return func() verdict { return exercise.Refute(reveals.Rounded, 0, 6, one, other) }
	}
	lying := func(share float64) func() verdict {
		return func() verdict {
			return exercise.Mechanism(reveals.Joined(), func(g *graph.Graph, noise *rand.Rand) float64 {
				truth := float64(g.M())
				if noise.Float64() < share {
					return 1 - truth
				}
				return truth
			})
		}
	}
	return []Solution{{
		Exercise: "50.1", Right: states(sums),
		Others: []Other{
			{"the number of neighbours", states(degree), exercise.Wrong, "2 of 49 are singled out, but 30 are possible"},
			{"the degrees of the neighbours, as in the cells above", states(neighbours), exercise.Wrong, "numbers, but only 2 are allowed"},
			{"the first two neighbours", states(func(g *graph.Graph, u int32) []int { return neighbours(g, u)[:1] }), exercise.Wrong, "after renumbering"},
			{"the number of the node", states(func(_ *graph.Graph, u int32) []int { return []int{int(u)} }), exercise.Wrong, "a release does not keep node numbers"},
			{"no answer", states(func(*graph.Graph, int32) []int { return nil }), exercise.Missing, ""},
			{"an index out of range", states(func(g *graph.Graph, u int32) []int { return []int{int(g.Neighbors(u)[40])} }), exercise.Failed, "the answer panics"},
		},
	}, {
		Exercise: "50.2",
		Right: defended(func(g *graph.Graph, u int32) (list []int) {
			for _, v := range g.Neighbors(u) {
				list = append(list, twoAway(g, v))
			}
			slices.Sort(list)
			return append(list, twoAway(g, u))
		}),
		Others: []Other{
			{"the number of neighbours", defended(degree), exercise.Wrong, "0 of 12 are singled out"},
			{"the degrees of the neighbours, as in the cells above", defended(neighbours), exercise.Wrong, "0 of 12 are singled out"},
			{"only the nodes two steps away", defended(func(g *graph.Graph, u int32) []int { return []int{twoAway(g, u)} }), exercise.Wrong, "1 of 12 are singled out, but 5 are possible"},
		},
	}, {
		Exercise: "50.3", Right: refute(star(4), star(5)),
		Others: []Other{
			{"an edge between 3 and 4", refute(star(3), star(4)), exercise.Wrong, "the answer changes by 0 between them"},
			{"no edges and five", refute([]graph.Edge{}, star(5)), exercise.Wrong, "differ in 5 edges"},
		},
	}, {
		Exercise: "50.4", Right: lying(1 / (1 + math.E)),
		Others: []Other{
			{"never lie", lying(0), exercise.Wrong, "every run gives the same number, 0 for one graph and 1"},
			{"lie with probability 0.2", lying(0.2), exercise.Wrong, "ε ≥ 1.2"},
			{"lie with probability 0.5", lying(0.5), exercise.Wrong, "the mean error is 0.5"},
			{"always lie", lying(1), exercise.Wrong, "every run gives the same number, 1 for one graph and 0"},
			{"lie with probability 1/e", lying(1 / math.E), exercise.Wrong, "and 0.29 is possible"},
		},
	}}
}
