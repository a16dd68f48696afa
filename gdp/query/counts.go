package query

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"

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

// Stars returns the number of k-stars: the sum over the nodes of the number of k-subsets of their
// edges, with degrees capped. Answers are capped at 2⁵³.
func Stars[N gdp.Norm](rel gdp.Relation, n, k, cap int) gdp.Bounded[N] {
	name := fmt.Sprintf("stars of %d edges", k)
	if k < 1 {
		name += ", want 1 or more"
	}
	return stars[N](rel, name, gdp.Proof{Doc: "proofs/queries.md#stars", Test: "TestStars"}, n, k, cap)
}

// WedgeCount returns the number of paths of length two: [Stars] with k = 2.
func WedgeCount[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	return stars[N](rel, "wedge count", gdp.Proof{Doc: "proofs/queries.md#wedge-count", Test: "TestWedgeCount"}, n, 2, cap)
}

func stars[N gdp.Norm](rel gdp.Relation, name string, basis gdp.Proof, n, k, cap int) gdp.Bounded[N] {
	cap = min(cap, n-1)
	edge := float64(2 * choose(cap-1, k-1))
	came := float64(k+1) * float64(choose(cap, k))
	replaced := 2 * float64(k) * float64(choose(cap, k))
	if cap == n-1 { // nothing is capped, and the count grows with every edge
		replaced = came
	}
	bounds := map[gdp.Relation]norms{
		gdp.EdgeLevel:     countedBy(edge),
		gdp.NodeLevel:     countedBy(replaced),
		gdp.NodeUnbounded: countedBy(came),
	}
	if k < 1 {
		bounds = nil
	}
	return bounded[N](rel, definition{
		name: name, n: n, cap: cap,
		basis: basis, bounds: bounds,
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			sum := int64(0)
			for _, d := range cappedDegrees(g, rel, cap) {
				sum = min(sum+choose(d, k), countable)
			}
			return scalar(float64(sum))
		},
	})
}

// countable is 2⁵³, up to which all integers are exact in float64. Counts are capped at it, and
// larger bounds are refused.
const countable = 1 << 53

// countedBy returns the sensitivity of a query with a single value, or none if it is too large.
func countedBy(b float64) norms {
	if b > countable {
		b = math.NaN()
	}
	return norms{b, b, b}
}

// choose returns the binomial coefficient n over k, at most 2⁵³.
func choose(n, k int) int64 {
	if k < 0 || k > n {
		return 0
	}
	k = min(k, n-k)
	c := uint64(1)
	for i := range uint64(k) { // c = n over i, which grows
		high, low := bits.Mul64(c, uint64(n)-i)
		if high > i {
			return countable
		}
		if c, _ = bits.Div64(high, low, i+1); c >= countable {
			return countable
		}
	}
	return int64(c)
}
