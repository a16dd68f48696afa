package query

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// boundedDegrees returns the degrees of the subgraph that the edges make, taken in the
// order of their ids, each unless one of its ends has cap edges already: the
// projection of Day, Li and Lyu (2016). A node more or less changes the sum of all
// other degrees, each change taken as positive, by no more than its own.
func boundedDegrees(g *graph.Graph, cap int) []int {
	degree := make([]int, g.N())
	for u, v := range g.Edges() {
		if degree[u] < cap && degree[v] < cap {
			degree[u]++
			degree[v]++
		}
	}
	return degree
}

// cappedDegrees returns the degrees as a query under the relation may use them: no
// larger than cap. Where nodes are hidden a cap alone would not do, because a node
// changes the degrees of all its neighbours.
func cappedDegrees(g *graph.Graph, rel gdp.Relation, cap int) []int {
	if rel != gdp.EdgeLevel {
		return boundedDegrees(g, cap)
	}
	degree := make([]int, g.N())
	for u := range degree {
		degree[u] = min(g.Degree(int32(u)), cap)
	}
	return degree
}

// firstNeighbours returns the subgraph of the edges {u,v} of which v is one of the
// first cap neighbours of u, and u one of the first cap of v. One edge more or less
// changes it by that edge and at most one other at each end.
func firstNeighbours(g *graph.Graph, cap int) (*graph.Graph, error) {
	among := func(u, v int32) bool {
		list := g.Neighbors(u)
		return len(list) <= cap || v <= list[cap-1]
	}
	var edges []graph.Edge
	for u, v := range g.Edges() {
		if among(u, v) && among(v, u) {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	kept, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
	return kept, err
}
