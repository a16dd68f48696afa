package query

import (
	"fmt"
	"hash/fnv"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// EdgeCount returns the number of edges. With a cap below n-1 it is the largest total weight of the
// edges if each weighs at most 1 and those at a node at most cap. This equals the number of edges
// if no degree exceeds the cap, and is never larger. A node then moves the answer by at most cap
// instead of n-1.
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

// NodeCount returns the number of present nodes out of a public universe of n. Under other
// relations that number is public.
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

// TriangleCount returns the number of triangles. A cap below n-1 is allowed at edge level only. It
// restricts the count to the subgraph of the edges that are among the first cap neighbours of both
// ends.
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

// ForestSize returns the number of edges of a spanning forest: nodes minus connected components.
// Its sensitivity is bounded at edge level only; for node-level privacy use [ForestPacking].
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

// EdgeCounts returns the number of edges within each part of the nodes. Part 0 has the first
// sizes[0] nodes, and so on. For a session on a collection, the sizes Public().Sizes give the
// number of edges of each graph.
func EdgeCounts[N gdp.Norm](rel gdp.Relation, sizes []int) gdp.Bounded[N] {
	n, h := 0, fnv.New64a()
	for _, size := range sizes {
		if n += size; size < 0 {
			n = 0
			break
		}
		fmt.Fprintln(h, size)
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("edge counts of %d parts %016x", len(sizes), h.Sum64()), n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#edge-counts", Test: "TestEdgeCounts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			of := make([]int32, 0, n)
			for part, size := range sizes {
				for range size {
					of = append(of, int32(part))
				}
			}
			counts := make([]float64, len(sizes))
			for u, v := range g.Edges() {
				if of[u] == of[v] {
					counts[of[u]]++
				}
			}
			return counts, nil
		},
	})
}
