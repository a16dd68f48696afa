package query

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// norms holds the sensitivities of a query in the three norms.
type norms struct{ l1, l2, lInf float64 }

// one returns the sensitivities of a query with a single value.
func one(b int) norms { return norms{float64(b), float64(b), float64(b)} }

// root returns the square root of an integer, rounded up.
func root(x int) float64 {
	r := math.Sqrt(float64(x))
	if r == math.Trunc(r) {
		return r
	}
	return math.Nextafter(r, math.Inf(1))
}

// definition describes a query on undirected graphs of n nodes.
type definition struct {
	name   string
	n      int // nodes; under NodeUnbounded, ids of the universe
	cap    int // on degrees; n-1 means no cap
	basis  gdp.Proof
	bounds map[gdp.Relation]norms // by the relations under which the query is bounded
	eval   func(g *graph.Graph, present []bool) ([]float64, error)
	owned  func(g *graph.Graph, net *graph.Network, present []bool) ([]float64, error) // replaces eval for queries that read attributes or labels
}

// bounded returns the query for one relation and norm. If the query is not bounded there, the bound
// is NaN, which every mechanism refuses.
func bounded[N gdp.Norm](rel gdp.Relation, d definition) gdp.Bounded[N] {
	bound, name := math.NaN(), d.name
	if d.cap < d.n-1 {
		name = fmt.Sprintf("%s, degrees capped at %d", name, d.cap)
	}
	valid := d.n >= 2 && d.cap >= 1
	if b, ok := d.bounds[rel]; ok && valid {
		switch any(N(0)).(type) {
		case gdp.L1:
			bound = b.l1
		case gdp.L2:
			bound = b.l2
		case gdp.LInf:
			bound = b.lInf
		}
		if math.IsNaN(bound) {
			name += " (a change may move it by more than 2⁵³)"
		}
	} else if valid {
		name = fmt.Sprintf("%s (no bound is known under the relation %v)", name, rel)
	} else {
		name = fmt.Sprintf("%s (%d nodes and the cap %d; want at least 2 and 1)", name, d.n, d.cap)
	}
	return gdp.Query(name, rel, N(bound), d.basis, func(data *gdp.Data) ([]float64, error) {
		if !valid {
			return nil, fmt.Errorf("query: %s", name)
		}
		if data.Network == nil {
			return nil, fmt.Errorf("query: %s: the data are a collection, not one graph", name)
		}
		g := data.Network.Graph
		if g.N() != d.n {
			return nil, fmt.Errorf("query: %s: made for %d nodes, the graph has %d", name, d.n, g.N())
		}
		if d.owned != nil {
			return d.owned(g.Undirected(), data.Network, data.Present)
		}
		return d.eval(g.Undirected(), data.Present)
	}).OnNodes(d.n)
}

// scalar returns a single value as an answer.
func scalar(x float64) ([]float64, error) { return []float64{x}, nil }

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
