package features_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/classification/features"
)

// Two classes of nodes, whose words mostly tell their class, are learnt with noise.
func Example() {
	rng := rand.New(rand.NewPCG(1, 2))
	net, err := gen.SBM([]int{300, 300}, [][]float64{{0.02, 0.002}, {0.002, 0.02}}, rng)
	if err != nil {
		fmt.Println(err)
		return
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 20, PerNode: 5, OwnShare: 0.9}, rng); err != nil {
		fmt.Println(err)
		return
	}
	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := features.Strict()
	c.Classes = 2
	r, err := features.Run(context.Background(), s, c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d nodes to train on, %d to test on; proved at most 1: %v\n", len(r.Split.Train), len(r.Split.Test), r.Guarantee.Proved < 1+1e-12)
	// Output:
	// 480 nodes to train on, 120 to test on; proved at most 1: true
}
