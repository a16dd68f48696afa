package dpppr_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/dpppr"
	"github.com/graphdp/graphdp/models/method"
)

// The paper accounts for one row. The proved ε covers the rows of all nodes.
func Example() {
	for _, mode := range []method.Mode{dpppr.Strict.Mode, dpppr.PublishedEdge.Mode, dpppr.Published.Mode} {
		club := data.Karate().Network
		s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
		if err != nil {
			panic(err)
		}
		r, err := mode.Run(context.Background(), s, mode.Config(), nil)
		if err != nil {
			panic(err)
		}
		fmt.Printf("claimed %.3g, proved %.3g\n", float64(r.Guarantee.Claimed), float64(r.Guarantee.Proved))
	}
	// Output:
	// claimed 1, proved 1
	// claimed 1, proved 13.7
	// claimed 1, proved +Inf
}
