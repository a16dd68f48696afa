package lpgnet_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/lpgnet"
)

// Noisy counts of neighbours by predicted class add information that words lack.
func Example() {
	net := classificationtest.Blocks(150, 0.1, 0.01, 0.65, 1) // 20 words; each is one of the class's own with probability 0.65
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 4, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	c := lpgnet.Published.Settings
	c.Epochs = 150
	r, err := lpgnet.Published.With(c).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("more than four of five right: %v; ε = %.0f\n", classificationtest.Accuracy(r.Outcome(), net) > 0.8, float64(r.Guarantee.Proved))
	// Output:
	// more than four of five right: true; ε = 4
}
