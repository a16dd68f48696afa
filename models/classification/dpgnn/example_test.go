package dpgnn_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/dpgnn"
)

// The run pays the paper's claimed cost; nothing is proved.
func Example() {
	net := classificationtest.Blocks(150, 0.1, 0.01, 0.65, 1) // 20 words; each is one of the class's own with probability 0.65
	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 8, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	c := dpgnn.Published.Settings
	c.Classes, c.Latent, c.Steps = 2, 8, 20
	r, err := dpgnn.Published.With(c).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("claimed %.0f, proved %v\n", float64(r.Guarantee.Claimed), r.Guarantee.Proved)
	// Output:
	// claimed 8, proved +Inf
}
