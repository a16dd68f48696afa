package features_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/features"
)

// Two classes of nodes with mostly distinct words are learned with noise.
func Example() {
	net := classificationtest.Blocks(300, 0.02, 0.002, 0.9, 1) // 20 words; each is one of the class's own with probability 0.9
	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := features.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d nodes to train on, %d to test on; proved at most 1: %v\n", len(r.Split.Train), len(r.Split.Test), r.Guarantee.Proved < 1+1e-12)
	// Output:
	// 480 nodes to train on, 120 to test on; proved at most 1: true
}
