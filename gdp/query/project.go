package query

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// boundedDegrees returns the degrees of the subgraph built by inserting edges in the order of their
// ids, each unless one of its ends already has cap edges: the projection of Day, Li and Lyu (2016).
// Adding or removing a node changes the degrees of other nodes by at most the node's own degree in
// total (sum of absolute changes).
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

// cappedDegrees returns the degrees under the relation, at most cap. For node-level privacy
// truncation is not enough, because a node changes the degrees of all its neighbours.
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

// firstNeighbours returns the subgraph of the edges {u,v} such that v is one of the first cap
// neighbours of u, and u one of the first cap of v. One edge changes it by that edge and at most
// one other edge at each end.
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
