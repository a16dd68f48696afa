package seprivgemb_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb"
)

// A wheel: node 0 is joined to all others.
func wheel(n int32) *graph.Network {
	var edges []graph.Edge
	for u := int32(1); u < n; u++ {
		edges = append(edges, graph.Edge{U: 0, V: u}, graph.Edge{U: u, V: u%(n-1) + 1})
	}
	g, _, err := graph.FromEdges(int(n), edges, graph.Options{})
	if err != nil {
		panic(err)
	}
	return &graph.Network{Graph: g}
}

// The strict mode pays for noisy degrees and proves what it claims.
func Example() {
	s, err := gdp.Protect(wheel(1000), gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := seprivgemb.Run(context.Background(), s, seprivgemb.Strict(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d rows of %d; the hub's degree is about %.0f00\n", r.In.N(), r.In.Dim(), r.Degrees[0]/100)
	fmt.Printf("claimed %.4g, proved %.4g\n", float64(r.Guarantee.Claimed), float64(r.Guarantee.Proved))
	// Output:
	// 1000 rows of 128; the hub's degree is about 1000
	// claimed 1, proved 1
}

// The published method claims an ε that nothing stands behind.
func ExamplePublished() {
	s, err := gdp.Protect(wheel(1000), gdp.NodeLevel, gdp.Budget{Epsilon: 3.5, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := seprivgemb.Run(context.Background(), s, seprivgemb.Published(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d steps, claimed %.3f, proved %v\n", r.Steps, float64(r.Guarantee.Claimed), float64(r.Guarantee.Proved))
	// Output:
	// 200 steps, claimed 3.110, proved +Inf
}
