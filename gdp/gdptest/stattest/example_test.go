package stattest_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// A sample of the stated law is rejected once in 10⁹ times; one whose scale is 10 % too
// small is noticed.
func ExampleKS() {
	r := rand.New(rand.NewPCG(1, 1))
	laplace := func(scale float64) []float64 {
		sample := make([]float64, 100_000)
		for i := range sample {
			sample[i] = scale * (r.ExpFloat64() - r.ExpFloat64())
		}
		return sample
	}
	cdf := func(x float64) float64 {
		if x < 0 {
			return scalar.Exp(x) / 2
		}
		return 1 - scalar.Exp(-x)/2
	}
	fmt.Println(stattest.KS(laplace(1), cdf, 1e-9), stattest.KS(laplace(0.9), cdf, 1e-9))
	// Output: true false
}
