package solutions

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	synthetic "github.com/graphdp/graphdp/notebooks/55_a_synthetic_graph"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

// nearly returns the private graph without one edge.
func nearly(*rand.Rand) (*graph.Graph, error) {
	var edges []graph.Edge
	for u, v := range synthetic.Friends().Graph.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	g, _, err := graph.FromEdges(66, edges[1:], graph.Options{})
	return g, err
}

// known returns 1 for the private graph, identified by its number of edges, and 0 for others.
func known(g *graph.Graph) float64 {
	if g.M() == synthetic.Friends().Graph.M() {
		return 1
	}
	return 0
}

func synthesised() []Solution {
	type verdict = exercise.Verdict
	lost := func(of func(g *graph.Graph) float64) func() verdict {
		return func() verdict { return exercise.Lost(synthetic.FromDegrees(), of) }
	}
	histogram := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(synthetic.ByDegree, x) }
	}
	joint := func(claim func(n float64) float64) func() verdict {
		return func() verdict {
			return exercise.BoundFor(synthetic.ByDegrees, func(n int) float64 { return claim(float64(n)) })
		}
	}
	draw := func(of func(r *rand.Rand) (*graph.Graph, error)) func() verdict {
		x := synthetic.FromGroups()
		return func() verdict { return exercise.Resembles(x, synthetic.Wanted(), of) }
	}
	// groups samples a block graph whose edge probabilities are edge counts divided by the given
	// numbers of pairs.
	groups := func(within, between float64) func(r *rand.Rand) (*graph.Graph, error) {
		counts, p := synthetic.Between(), [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
		for a := range p {
			for b := range p {
				if p[a][b] = counts[a][b] / between; a == b {
					p[a][b] = counts[a][b] / within
				}
			}
		}
		return func(r *rand.Rand) (*graph.Graph, error) {
			net, err := gen.SBM([]int{22, 22, 22}, p, r)
			if err != nil {
				return nil, err
			}
			return net.Graph, nil
		}
	}
	return []Solution{{
		Exercise: "55.1",
		Right:    lost(func(g *graph.Graph) float64 { count, _ := metric.Triangles(g); return float64(count) }),
		Others: []Other{
			{"the number of edges", lost(func(g *graph.Graph) float64 { return float64(g.M()) }), exercise.Wrong, "less than half is lost"},
			{"the number of nodes", lost(func(g *graph.Graph) float64 { return float64(g.N()) }), exercise.Wrong, "less than half is lost"},
			{"a constant 0", lost(func(*graph.Graph) float64 { return 0 }), exercise.Failed, "nothing can be lost"},
			{"a statistic that recognises the original", lost(known), exercise.Failed, "on a graph that you have not seen"},
		},
	}, {
		Exercise: "55.2", Right: histogram(4),
		Others: []Other{
			{"one for each end", histogram(2), exercise.Wrong, "one edge changes the answer by 4"},
			{"one more for the edge itself", histogram(5), exercise.Loose, "you claim 5"},
		},
	}, {
		Exercise: "55.3",
		Right:    joint(func(n float64) float64 { return 4*(n-2) + 1 }),
		Others: []Other{
			{"only the new edge", joint(func(float64) float64 { return 1 }), exercise.Wrong, "but you claim at most 1"},
			{"each other edge once", joint(func(n float64) float64 { return 2*(n-2) + 1 }), exercise.Wrong, "one edge changes the answer by 5"},
			{"all pairs", joint(func(n float64) float64 { return n * (n - 1) }), exercise.Loose, "you claim 2"},
			{"a constant", joint(func(float64) float64 { return 13 }), exercise.Loose, "you claim 13"},
			{"right only for five nodes", joint(func(n float64) float64 { return n + 8 }), exercise.Loose, "you claim 10"},
		},
	}, {
		Exercise: "55.4",
		Right:    draw(groups(22*21/2, 22*22)),
		Others: []Other{
			{"no graph", draw(func(*rand.Rand) (*graph.Graph, error) { return nil, nil }), exercise.Missing, ""},
			{"each pair twice", draw(groups(22*22, 22*22)), exercise.Wrong, "the number of edges is"},
			{"one probability for all edges", draw(func(r *rand.Rand) (*graph.Graph, error) {
				return gen.GNM(66, synthetic.Friends().Graph.M(), r)
			}), exercise.Wrong, "the share of edges within groups is"},
			{"counts instead of probabilities", draw(groups(1, 1)), exercise.Failed, "gen: "},
			{"the private graph itself", draw(func(*rand.Rand) (*graph.Graph, error) { return synthetic.Friends().Graph, nil }), exercise.Wrong, "the private graph itself"},
			{"the private graph except for one edge", draw(nearly), exercise.Wrong, "the private graph itself, except for 1 edges"},
			{"a different number of nodes", draw(func(r *rand.Rand) (*graph.Graph, error) { return gen.GNM(60, 200, r) }), exercise.Wrong, "has 60 nodes, but the original has 66"},
		},
	}}
}
