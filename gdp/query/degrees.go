package query

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// Degrees returns the degree of every node, or of every id of the universe.
func Degrees[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "degrees", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#degrees", Test: "TestDegrees"},
		bounds: degreeBounds(n),
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return lists.Convert[float64](g.Degrees()), nil
		},
	})
}

// DegreeSequence returns all degrees in ascending order. [Isotonic] exploits the order to reduce
// noise [HLMJ09].
func DegreeSequence[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "degree sequence", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#degree-sequence", Test: "TestDegreeSequence"},
		bounds: degreeBounds(n),
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			d := g.Degrees()
			slices.Sort(d)
			return lists.Convert[float64](d), nil
		},
	})
}

// degreeBounds returns the sensitivities of the list of degrees: an edge moves two degrees by one;
// a node moves its degree by up to n-1 and the n-1 others by one.
func degreeBounds(n int) map[gdp.Relation]norms {
	node := norms{float64(2 * (n - 1)), root(n * (n - 1)), float64(n - 1)}
	return map[gdp.Relation]norms{
		gdp.EdgeLevel:     {2, root(2), 1},
		gdp.NodeLevel:     node,
		gdp.NodeUnbounded: node,
	}
}

// LargestDegree returns the largest degree. Its sensitivity is bounded at edge level only.
func LargestDegree[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "largest degree", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#largest-degree", Test: "TestLargestDegree"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(float64(slices.Max(g.Degrees())))
		},
	})
}

// DegreeHistogram returns the number of nodes of each degree 0 … cap; the last also counts all
// larger degrees. For node-level privacy, degrees are first bounded by a projection that drops
// edges in a public order [DLL16].
func DegreeHistogram[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	cap = min(cap, n-1)
	moved := min(2*cap, n)
	return bounded[N](rel, definition{
		name: "degree histogram", n: n, cap: cap,
		basis: gdp.Proof{Doc: "proofs/queries.md#degree-histogram", Test: "TestDegreeHistogram"},
		bounds: map[gdp.Relation]norms{
			gdp.EdgeLevel:     {4, root(8), 2},
			gdp.NodeLevel:     {float64(2 * moved), root(2 * moved * moved), float64(moved)},
			gdp.NodeUnbounded: {float64(2*cap + 1), root(cap*cap + (cap+1)*(cap+1)), float64(cap + 1)},
		},
		eval: func(g *graph.Graph, present []bool) ([]float64, error) {
			return histogram(cappedDegrees(g, rel, cap), present, cap), nil
		},
	})
}

// CumulativeDegrees returns the number of nodes of degree at most k, for k = 0 … cap-1, and finally
// the number of nodes if it is private. Degrees are bounded as in [DegreeHistogram]. A node moves
// the answer by 2·cap in ℓ1, or by cap+1 if it is added or removed: half as much as the histogram
// [DLL16]. [DegreesFromCumulative] turns a noisy answer into degrees.
func CumulativeDegrees[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	cap = min(cap, n-1)
	return bounded[N](rel, definition{
		name: "cumulative degrees", n: n, cap: cap,
		basis: gdp.Proof{Doc: "proofs/queries.md#cumulative-degrees", Test: "TestCumulativeDegrees"},
		bounds: map[gdp.Relation]norms{
			gdp.EdgeLevel:     one(2),
			gdp.NodeLevel:     one(2 * cap),
			gdp.NodeUnbounded: {float64(cap + 1), root(cap*cap + 1), float64(cap)},
		},
		eval: func(g *graph.Graph, present []bool) ([]float64, error) {
			h := histogram(cappedDegrees(g, rel, cap), present, cap)
			for k := range h[1:] {
				h[k+1] += h[k]
			}
			if rel != gdp.NodeUnbounded {
				h = h[:cap] // the last is public
			}
			return h, nil
		},
	})
}

// histogram counts the present nodes by degree 0 … cap.
func histogram(degrees []int, present []bool, cap int) []float64 {
	h := make([]float64, cap+1)
	for u, d := range degrees {
		if present == nil || present[u] {
			h[d]++
		}
	}
	return h
}

// JointDegrees returns the number of edges by the degrees of their ends, both capped: edges between
// degrees 1 ≤ i ≤ j are counted at index j(j-1)/2 + i-1. Its sensitivity is bounded at edge level
// only.
func JointDegrees[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	cap = min(cap, n-1)
	return bounded[N](rel, definition{
		name: "joint degrees", n: n, cap: cap,
		basis: gdp.Proof{Doc: "proofs/queries.md#joint-degrees", Test: "TestJointDegrees"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {
			float64(4*cap - 3),
			root((2*cap-2)*(2*cap-2) + (2*cap-1)*(2*cap-1)),
			float64(2*cap - 1),
		}},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			d := cappedDegrees(g, rel, cap)
			counts := make([]float64, cap*(cap+1)/2)
			for u, v := range g.Edges() {
				i, j := min(d[u], d[v]), max(d[u], d[v])
				counts[j*(j-1)/2+i-1]++
			}
			return counts, nil
		},
	})
}

// DegreeProducts returns the sum over the edges of the product of the capped degrees of their ends,
// at most 2⁵³. Its sensitivity is bounded at edge level only.
func DegreeProducts[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	cap = min(cap, n-1)
	return bounded[N](rel, definition{
		name: "products of degrees", n: n, cap: cap,
		basis:  gdp.Proof{Doc: "proofs/queries.md#degree-products", Test: "TestDegreeProducts"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(cap * (3*cap - 2))},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			d, sum := cappedDegrees(g, rel, cap), 0
			for u, v := range g.Edges() {
				if sum += d[u] * d[v]; sum >= 1<<53 {
					break
				}
			}
			return scalar(float64(min(sum, 1<<53)))
		},
	})
}

// DegreeCap returns a cap for [CumulativeDegrees] under node-level privacy: √(n·ε), at least 2. A
// smaller cap drops more edges, a larger one needs more noise. It depends on public numbers only,
// and was chosen on generated graphs: docs/papers/privdpr.md.
func DegreeCap(n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(math.Sqrt(float64(n)*float64(eps))), float64(n))))
}

// EdgeCap returns a cap for [EdgeCount] under node-level privacy: 2.8·√(n·ε), at least 2. It
// depends on public numbers only, and was chosen on generated graphs: docs/benchmarks/asking.md.
func EdgeCap(n int, eps gdp.Epsilon) int {
	return max(2, int(min(math.Ceil(2.8*math.Sqrt(float64(eps)*float64(n))), float64(n))))
}

// DegreesFromCumulative returns n degrees, in ascending order, from a noisy answer to
// [CumulativeDegrees] with a public number n of nodes. Nodes above the last counted degree get that
// degree plus one, the cap.
func DegreesFromCumulative(noisy []float64, n int) ([]int, error) {
	if n < 0 {
		return nil, fmt.Errorf("query: %d nodes, want 0 or more", n)
	}
	for k, v := range noisy {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("query: value %d of the cumulative degrees is %v, want a finite number", k, v)
		}
	}
	degrees := make([]int, 0, n)
	for k, v := range Isotonic(noisy) {
		for upTo := math.Round(min(max(v, 0), float64(n))); float64(len(degrees)) < upTo; {
			degrees = append(degrees, k)
		}
	}
	for len(degrees) < n {
		degrees = append(degrees, len(noisy))
	}
	return degrees, nil
}

// Isotonic returns the least-squares ascending fit to y, by the pool-adjacent-violators algorithm.
// On noisy values of an ascending sequence it removes most of the noise where the true values are
// equal [HLMJ09].
func Isotonic(y []float64) []float64 {
	type block struct {
		sum   float64
		count int
	}
	var blocks []block
	for _, v := range y {
		b := block{v, 1}
		for k := len(blocks) - 1; k >= 0; k-- {
			if a := blocks[k]; a.sum*float64(b.count) < b.sum*float64(a.count) {
				break
			}
			b.sum += blocks[k].sum
			b.count += blocks[k].count
			blocks = blocks[:k]
		}
		blocks = append(blocks, b)
	}
	out := make([]float64, 0, len(y))
	for _, b := range blocks {
		for range b.count {
			out = append(out, b.sum/float64(b.count))
		}
	}
	return out
}
