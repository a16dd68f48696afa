package solutions

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	reveals "github.com/graphdp/graphdp/notebooks/50_what_an_edge_reveals"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

// numbersAround is how many neighbours each neighbour of a node has, in ascending order if wanted.
func numbersAround(sorted bool) func(g *graph.Graph, u int32) string {
	return func(g *graph.Graph, u int32) string {
		var list []int
		for _, v := range g.Neighbors(u) {
			list = append(list, g.Degree(v))
		}
		if sorted {
			slices.Sort(list)
		}
		return fmt.Sprint(list)
	}
}

func revealed() []Solution {
	type verdict = exercise.Verdict
	states := func(of func(g *graph.Graph, u int32) string) func() verdict {
		return func() verdict { return exercise.Signature(reveals.States(), of) }
	}
	defended := func(of func(g *graph.Graph, u int32) string) func() verdict {
		return func() verdict { return exercise.Signature(reveals.Defended(), of) }
	}
	degree := func(g *graph.Graph, u int32) string { return fmt.Sprint(g.Degree(u)) }
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
		Exercise: "50.1", Because: "How many neighbours each neighbour has, sorted, is the same in each numbering, and few states share it.", Right: states(numbersAround(true)),
		Others: []Other{
			{"its own number of neighbours", states(degree), exercise.Wrong, "2 of 49 are singled out, and 39 can be"},
			{"not sorted", states(numbersAround(false)), exercise.Wrong, "after the nodes were numbered anew"},
			{"the number of the node", states(func(_ *graph.Graph, u int32) string { return fmt.Sprint(u) }), exercise.Wrong, "a release does not keep their numbers"},
			{"nothing", states(func(*graph.Graph, int32) string { return "" }), exercise.Missing, ""},
			{"too far", states(func(g *graph.Graph, u int32) string { return fmt.Sprint(g.Neighbors(u)[40]) }), exercise.Failed, "the answer panics"},
		},
	}, {
		Exercise: "50.2", Because: "What is true of numbers of neighbours is not true of those of the neighbours: the same attack, or one a step longer, finds nearly all.",
		Right: defended(func(g *graph.Graph, u int32) string {
			var list []string
			for _, v := range g.Neighbors(u) {
				list = append(list, numbersAround(true)(g, v))
			}
			slices.Sort(list)
			return fmt.Sprint(list)
		}),
		Others: []Other{
			{"its own number of neighbours", defended(degree), exercise.Wrong, "0 of 49 are singled out"},
			{"the number of edges of the graph", defended(func(g *graph.Graph, _ int32) string { return fmt.Sprint(g.M()) }), exercise.Wrong, "0 of 49 are singled out"},
		},
	}, {
		Exercise: "50.3", Because: "Four edges are rounded to 0 and five to 10: who knows four of them sees the fifth.", Right: refute(star(4), star(5)),
		Others: []Other{
			{"an edge between 3 and 4", refute(star(3), star(4)), exercise.Wrong, "the answer moves by 0 between them"},
			{"no edge and five", refute([]graph.Edge{}, star(5)), exercise.Wrong, "differ in 5 edges"},
		},
	}, {
		Exercise: "50.4", Because: "If one lies with probability p, yes is (1-p)/p times likelier with the edge: e of p = 1/(1+e).", Right: lying(1 / (1 + math.E)),
		Others: []Other{
			{"the truth", lying(0), exercise.Wrong, "each run gives the same number, 0 of one graph and 1"},
			{"lie each fifth time", lying(0.2), exercise.Wrong, "ε ≥ 1.2"},
			{"a fair coin", lying(0.5), exercise.Wrong, "the mean error is 0.5"},
			{"always lie", lying(1), exercise.Wrong, "each run gives the same number, 1 of one graph and 0"},
			{"lie with probability 1/e", lying(1 / math.E), exercise.Wrong, "and 0.29 can be had"},
		},
	}}
}
