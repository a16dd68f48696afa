package query_test

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// What one node can change, and why that is known.
func ExampleEdgeCount() {
	const n = 2708
	for _, cap := range []int{n - 1, 20} {
		q := query.EdgeCount[gdp.L1](gdp.NodeLevel, n, cap)
		fmt.Printf("%s: %v, %v\n", q.Name(), q.Bound(), q.Basis())
	}
	// Output:
	// edge count: 2707, proved: proofs/queries.md#edge-count
	// edge count, degrees capped at 20: 20, proved: proofs/queries.md#edge-count
}

// The effect of one edge, or of one more node, on counts and on degree histograms.
func Example() {
	const n, cap = 2708, 20
	for _, q := range []gdp.Bounded[gdp.L1]{
		query.WedgeCount[gdp.L1](gdp.EdgeLevel, n, cap), query.DegreeHistogram[gdp.L1](gdp.EdgeLevel, n, cap),
		query.JointDegrees[gdp.L1](gdp.EdgeLevel, n, cap), query.NodeCount[gdp.L1](gdp.NodeUnbounded, n),
	} {
		fmt.Printf("%s: %v under %v\n", q.Name(), q.Bound(), q.Relation())
	}
	// Output:
	// wedge count, degrees capped at 20: 38 under edge
	// degree histogram, degrees capped at 20: 4 under edge
	// joint degrees, degrees capped at 20: 77 under edge
	// node count: 1 under node-unbounded
}
