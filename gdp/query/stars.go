package query

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

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
