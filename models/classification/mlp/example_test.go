package mlp_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/mlp"
)

// Two classes of nodes with mostly distinct words are learned with noisy gradients.
func Example() {
	net := classificationtest.Blocks(300, 0.02, 0.002, 0.95, 1) // 20 words; each is one of the class's own with probability 0.95
	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 4, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	c := mlp.Strict.Settings
	c.Epochs, c.Backend = 30, "go"
	r, err := mlp.Strict.With(c).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("more than nine of ten right: %v; ε = %.0f\n", classificationtest.Accuracy(r.Outcome(), net) > 0.9, float64(r.Guarantee.Proved))
	// Output:
	// more than nine of ten right: true; ε = 4
}
