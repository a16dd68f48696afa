package privgraph_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/privgraph"
)

// Communities of single nodes, which a club of this size permits.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 8}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	config := privgraph.Strict.Settings
	config.Group = 1
	r, err := privgraph.Strict.With(config).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.N(), "nodes and", r.Graph.M() > 40 && r.Graph.M() < 140, "for", club.Graph.M(), "edges")
	fmt.Printf("%.3f proved\n", float64(r.Guarantee.Proved))
	// Output:
	// 34 nodes and true for 78 edges
	// 8.000 proved
}
