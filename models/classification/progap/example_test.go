package progap_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/progap"
)

// A network that grows by noisy sums over neighbours predicts classes that words hardly reveal.
func Example() {
	net := classificationtest.Blocks(150, 0.1, 0.01, 0.65, 1) // 20 words; each is one of the class's own with probability 0.65
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 8, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	c := progap.Strict.Settings
	c.Epochs, c.Backend = 60, "go"
	r, err := progap.Strict.With(c).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("more than nine of ten right: %v; ε = %.0f\n", classificationtest.Accuracy(r.Outcome(), net) > 0.9, float64(r.Guarantee.Proved))
	// Output:
	// more than nine of ten right: true; ε = 8
}
