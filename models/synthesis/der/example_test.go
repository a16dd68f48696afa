package der_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/der"
)

// Regions of the club's adjacency matrix, in an order from noisy answers.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 8}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := der.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.N(), "nodes and", r.Graph.M() > 60 && r.Graph.M() < 100, "for", club.Graph.M(), "edges")
	fmt.Printf("%.3f proved\n", float64(r.Guarantee.Proved))
	// Output:
	// 34 nodes and true for 78 edges
	// 8.000 proved
}
