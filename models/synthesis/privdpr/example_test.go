package privdpr_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
)

// protected opens a session on a random graph, seeded for reproducible output.
func protected(b gdp.Budget) *gdp.Session {
	g, err := gen.BarabasiAlbert(2000, 4, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		panic(err)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, b, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	return s
}

// The strict mode pays for a degree distribution and draws a graph with it.
func Example() {
	r, err := privdpr.Strict.Run(context.Background(), protected(gdp.Budget{Epsilon: 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d nodes; claimed %.4g, proved %.4g\n", r.Graph.N(), r.Guarantee.Claimed, r.Guarantee.Proved)
	// Output:
	// 2000 nodes; claimed 2, proved 2
}

// A setting is a field of the mode's configuration: here, the largest degree that counts.
func Example_settings() {
	c := privdpr.Strict.Settings
	c.Theta = 0
	_, err := privdpr.Strict.With(c).Run(context.Background(), protected(gdp.Budget{Epsilon: 2}))
	fmt.Println(err)
	// Output:
	// privdpr: mode strict: Theta=0: must be ByBudget (-1) or in [1, ∞)
}
