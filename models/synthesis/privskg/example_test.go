package privskg_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/privskg"
)

// Three parameters fitted to noisy counts, and a graph of all nodes, whose number is no power of 2.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 4}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := privskg.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.N(), "nodes and", r.Graph.M() > 40 && r.Graph.M() < 120, "for", club.Graph.M(), "edges")
	fmt.Println(r.Guarantee.Proved, "proved")
	// Output:
	// 34 nodes and true for 78 edges
	// 4 proved
}
