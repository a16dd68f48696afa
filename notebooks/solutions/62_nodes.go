package solutions

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	nodelevel "github.com/graphdp/graphdp/notebooks/62_node_level"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func hidden() []Solution {
	type verdict = exercise.Verdict
	kept := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(nodelevel.KeptByTwo, x) }
	}
	wedges := func(claim func(n float64) float64) func() verdict {
		return func() verdict {
			return exercise.BoundFor(nodelevel.Wedges, func(n int) float64 { return claim(float64(n)) })
		}
	}
	expose := func(one, other []graph.Edge) func() verdict {
		return func() verdict {
			return exercise.Expose(nodelevel.Own, gdp.NodeLevel, nodelevel.FromTheGraph, 5, one, other)
		}
	}
	star := []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 0, V: 4}}
	return []Solution{{
		Exercise: "62.1", Right: kept(2),
		Others: []Other{
			{"only 1", kept(1), exercise.Wrong, "one node changes the answer by 2"},
			{"dropped and new edges together", kept(4), exercise.Loose, "you claim 4"},
		},
	}, {
		Exercise: "62.2", Right: wedges(func(n float64) float64 { return (n-1)*(n-2)/2 + (n-1)*(n-2) }),
		Others: []Other{
			{"only wedges centred at the node", wedges(func(n float64) float64 { return (n - 1) * (n - 2) / 2 }), exercise.Wrong, "one node changes the answer by 3"},
			{"all wedges", wedges(func(n float64) float64 { return n * (n - 1) * (n - 2) / 2 }), exercise.Loose, "you claim 12"},
			{"a constant", wedges(func(float64) float64 { return 18 }), exercise.Loose, "you claim 18"},
		},
	}, {
		Exercise: "62.3", Right: expose([]graph.Edge{}, star),
		Others: []Other{
			{"stars of three and four", expose(star[:3], star), exercise.Wrong, "which ε = 1 allows"},
			{"no common node", expose([]graph.Edge{{U: 0, V: 1}, {U: 2, V: 3}}, []graph.Edge{}), exercise.Wrong, "no node in common"},
		},
	}}
}
