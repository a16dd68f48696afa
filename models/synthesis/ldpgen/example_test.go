package ldpgen_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/ldpgen"
)

// In the paper each list costs ε, and an edge is in two.
func Example() {
	club := data.Karate().Network
	for _, config := range []ldpgen.Config{ldpgen.Strict(), ldpgen.Published()} {
		s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 2}, gdp.Seed(1))
		if err != nil {
			panic(err)
		}
		r, err := ldpgen.Run(context.Background(), s, config, nil)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%T: %d nodes, %.3f proved\n", config, r.Graph.N(), float64(r.Guarantee.Proved))
	}
	// Output:
	// ldpgen.Central: 34 nodes, 2.000 proved
	// ldpgen.Local: 34 nodes, 4.000 proved
}
