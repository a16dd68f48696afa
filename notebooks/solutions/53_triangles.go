package solutions

import (
	"github.com/graphdp/graphdp/data/graph"
	triangles "github.com/graphdp/graphdp/notebooks/53_triangles"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func trianglesSolved() []Solution {
	type verdict = exercise.Verdict
	bound := func(q exercise.Query, claim func(n float64) float64) func() verdict {
		return func() verdict { return exercise.BoundFor(q, func(n int) float64 { return claim(float64(n)) }) }
	}
	refute := func(one, other []graph.Edge) func() verdict {
		return func() verdict { return exercise.Refute(triangles.WithoutHubs, 1, 6, one, other) }
	}
	kept := func(keep func(g *graph.Graph) []graph.Edge) func() verdict {
		return func() verdict { return exercise.Bound(triangles.Kept(keep), 1) }
	}
	left := func(x float64) func() verdict {
		return func() verdict { return exercise.Bound(triangles.LeftTriangles, x) }
	}
	// among returns the edges with an end, or both, among the first two neighbours of the other
	// end.
	among := func(both bool) func(g *graph.Graph) []graph.Edge {
		first := func(g *graph.Graph, u, v int32) bool { list := g.Neighbors(u); return len(list) <= 2 || v <= list[1] }
		return func(g *graph.Graph) (kept []graph.Edge) {
			for u, v := range g.Edges() {
				if a, b := first(g, u, v), first(g, v, u); a && b || !both && (a || b) {
					kept = append(kept, graph.Edge{U: u, V: v})
				}
			}
			return kept
		}
	}
	paths := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 3, V: 4}, {U: 4, V: 5}}
	return []Solution{{
		Exercise: "53.1", Right: bound(triangles.ByAnEdge, func(n float64) float64 { return n - 2 }),
		Others: []Other{
			{"a constant", bound(triangles.ByAnEdge, func(float64) float64 { return 3 }), exercise.Loose, "you claim 3"},
			{"one triangle", bound(triangles.ByAnEdge, func(float64) float64 { return 1 }), exercise.Wrong, "one edge changes the answer by 2"},
			{"all other nodes", bound(triangles.ByAnEdge, func(n float64) float64 { return n - 1 }), exercise.Loose, "you claim 1"},
		},
	}, {
		Exercise: "53.2",
		Right:    bound(triangles.ByANode, func(n float64) float64 { return (n - 1) * (n - 2) / 2 }),
		Others: []Other{
			{"a constant", bound(triangles.ByANode, func(float64) float64 { return 6 }), exercise.Loose, "you claim 6"},
			{"right only for five nodes", bound(triangles.ByANode, func(n float64) float64 { return n + 1 }), exercise.Loose, "you claim 3"},
			{"as for an edge", bound(triangles.ByANode, func(n float64) float64 { return n - 2 }), exercise.Wrong, "one node changes the answer by 3"},
			{"n-2 for each edge of the node", bound(triangles.ByANode, func(n float64) float64 { return (n - 1) * (n - 2) }), exercise.Loose, "you claim 2"},
		},
	}, {
		Exercise: "53.3",
		Right:    refute(paths, append([]graph.Edge{{U: 1, V: 4}}, paths...)),
		Others: []Other{
			{"two edges apart", refute(paths, append([]graph.Edge{{U: 1, V: 4}, {U: 1, V: 3}}, paths...)), exercise.Wrong, "differ in 2 edges"},
			{"no node with three edges", refute(paths, append([]graph.Edge{{U: 2, V: 3}}, paths...)), exercise.Wrong, "changes by 1 between them, which the bound 1 allows"},
			{"the same graph twice", refute(paths, paths), exercise.Wrong, "are the same"},
			{"a node that is not there", refute(paths, []graph.Edge{{U: 1, V: 6}}), exercise.Failed, "6"},
		},
	}, {
		Exercise: "53.4",
		Right: kept(func(g *graph.Graph) (kept []graph.Edge) {
			has := make([]int, g.N())
			for u, v := range g.Edges() {
				if has[u] < 2 && has[v] < 2 {
					has[u]++
					has[v]++
					kept = append(kept, graph.Edge{U: u, V: v})
				}
			}
			return kept
		}),
		Others: []Other{
			{"all edges", kept(func(g *graph.Graph) (kept []graph.Edge) {
				for u, v := range g.Edges() {
					kept = append(kept, graph.Edge{U: u, V: v})
				}
				return kept
			}), exercise.Wrong, "of this graph keeps 3 edges"},
			{"no edges", kept(func(*graph.Graph) []graph.Edge { return nil }), exercise.Wrong, "but you keep only 0 of 1"},
			{"dropping hubs", kept(func(g *graph.Graph) (kept []graph.Edge) {
				for u, v := range g.Edges() {
					if g.Degree(u) <= 2 && g.Degree(v) <= 2 {
						kept = append(kept, graph.Edge{U: u, V: v})
					}
				}
				return kept
			}), exercise.Wrong, "one edge changes the answer by "},
			{"a different bound", func() verdict {
				return exercise.Bound(triangles.Kept(func(*graph.Graph) []graph.Edge { return nil }), 3)
			}, exercise.Wrong, "the exercise asks for a bound of 1"},
			{"an edge among the first two of only one end", kept(among(false)), exercise.Wrong, "of this graph keeps 3 edges"},
		},
	}, {
		Exercise: "53.5", Right: left(2),
		Others: []Other{
			{"the bound from five nodes", left(1), exercise.Wrong, "one edge changes the answer by 2"},
			{"the new edge and the two it pushes out", left(3), exercise.Loose, "changes the answer by more than 2, but you claim 3"},
		},
	}}
}
