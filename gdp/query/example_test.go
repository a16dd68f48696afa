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
