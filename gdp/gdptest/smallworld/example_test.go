package smallworld_test

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/gdp/query"
)

// One edge moves the degrees of two nodes by one each: no pair of graphs of four nodes
// that differ in an edge exceeds the bound 2, and some attain it.
func Example() {
	q := query.Degrees[gdp.L1](gdp.EdgeLevel, 4)
	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 4}.Worst(q.Eval)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("bound", float64(q.Bound()), "worst", worst.L1.Change, "of", worst.Pairs, "pairs")
	// Output: bound 2 worst 2 of 192 pairs
}
