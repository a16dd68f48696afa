package dpne_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/dpne"
)

// The claimed and the proved ε of the embedding.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := dpne.Published.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d rows of %d numbers: claimed %.2g, proved %v\n", r.In.N(), r.In.Dim(), float64(r.Guarantee.Claimed), r.Guarantee.Proved)
	// Output: 34 rows of 4 numbers: claimed 0.99, proved +Inf
}
