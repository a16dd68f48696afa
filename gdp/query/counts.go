package query

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// EdgeCount returns the number of edges. With a cap below n-1 it is the most that they
// can weigh together when each weighs at most 1 and those at a node at most cap:
// the number of edges wherever no degree passes the cap, and never more. A node
// then moves it by the cap at most, not by n-1.
func EdgeCount[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	node := one(min(cap, n-1))
	return bounded[N](rel, definition{
		name: "edge count", n: n, cap: cap,
		basis:  gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1), gdp.NodeLevel: node, gdp.NodeUnbounded: node},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(fractionalEdges(g, cap))
		},
	})
}

// NodeCount returns the number of nodes that are present, of a public universe of n.
// Under the other relations it is public.
func NodeCount[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "node count", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#node-count", Test: "TestNodeCount"},
		bounds: map[gdp.Relation]norms{gdp.NodeUnbounded: one(1)},
		eval: func(_ *graph.Graph, present []bool) ([]float64, error) {
			count := 0
			for _, there := range present {
				if there {
					count++
				}
			}
			return scalar(float64(count))
		},
	})
}

// TriangleCount returns the number of triangles. With a cap below n-1, which edge level
// alone allows, it is that of the subgraph whose edges lie among the first cap
// neighbours of both their ends.
func TriangleCount[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	bounds := map[gdp.Relation]norms{gdp.EdgeLevel: one(2 * (cap - 1))}
	if cap >= n-1 {
		node := one((n - 1) * (n - 2) / 2)
		bounds = map[gdp.Relation]norms{gdp.EdgeLevel: one(n - 2), gdp.NodeLevel: node, gdp.NodeUnbounded: node}
	}
	return bounded[N](rel, definition{
		name: "triangle count", n: n, cap: cap,
		basis:  gdp.Proof{Doc: "proofs/queries.md#triangle-count", Test: "TestTriangleCount"},
		bounds: bounds,
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			if cap < n-1 {
				var err error
				if g, err = firstNeighbours(g, cap); err != nil {
					return nil, err
				}
			}
			total, _ := metric.Triangles(g)
			return scalar(float64(total))
		},
	})
}

// ForestSize returns the number of edges of a spanning forest: that of nodes less that of connected
// components. It has a bound at edge level alone; where nodes are hidden see [ForestPacking].
func ForestSize[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "spanning forest", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#forest-size", Test: "TestForestSize"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)}, // it joins two trees
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(float64(g.N() - g.Components().Count()))
		},
	})
}
