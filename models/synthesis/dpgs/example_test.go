package dpgs_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// Two classes with their own words are joined within classes; so is the generated graph.
func Example() {
	r := rand.New(rand.NewPCG(1, 2))
	net, err := gen.SBM([]int{200, 200}, [][]float64{{0.1, 0.01}, {0.01, 0.1}}, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 40, PerNode: 8, OwnShare: 0.9}, r); err != nil {
		fmt.Println(err)
		return
	}
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1)) // seeded for reproducible output
	if err != nil {
		fmt.Println(err)
		return
	}
	mode := dpgs.Summary
	mode.Settings.Clusters = 2
	synthetic, err := mode.Run(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	within := 0
	for u, v := range synthetic.Graph.Edges() {
		if net.Labels[u] == net.Labels[v] {
			within++
		}
	}
	fmt.Printf("%.0f of 10 edges within a class; proved ε = %.0f\n", 10*float64(within)/float64(synthetic.Graph.M()), float64(synthetic.Guarantee.Proved))
	// Output:
	// 9 of 10 edges within a class; proved ε = 1
}
