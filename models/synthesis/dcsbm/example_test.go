package dcsbm_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/dcsbm"
)

// A graph from noisy degrees, their distribution, and triangles: the club has too few edges for
// randomised response.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 4}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := dcsbm.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.N(), "nodes and", r.Graph.M() > 60 && r.Graph.M() < 95, "for", club.Graph.M(), "edges")
	fmt.Printf("%.3f proved\n", float64(r.Guarantee.Proved))
	// Output:
	// 34 nodes and true for 78 edges
	// 4.000 proved
}
