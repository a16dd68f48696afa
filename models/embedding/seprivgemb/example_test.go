package seprivgemb_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb"
)

// The strict mode pays for noisy degrees and proves its claimed ε.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := seprivgemb.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d rows of %d: claimed %.4g, proved %.4g\n", r.In.N(), r.In.Dim(), float64(r.Guarantee.Claimed), float64(r.Guarantee.Proved))
	// Output: 34 rows of 128: claimed 1, proved 1
}
