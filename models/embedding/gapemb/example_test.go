package gapemb_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/gapemb"
)

// Two hops of noisy sums of dimension three, concatenated.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 4, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	config := gapemb.Strict.Settings
	config.Dim, config.Hops = 3, 2
	r, err := gapemb.Strict.With(config).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.In.N(), "rows of", r.In.Dim(), "numbers")
	fmt.Printf("proved %.3g\n", float64(r.Guarantee.Proved))
	// Output:
	// 34 rows of 6 numbers
	// proved 4
}
