package dpgcn_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/dpgcn"
	"github.com/graphdp/graphdp/models/classification/node/nodetest"
)

// Randomised response of all pairs of nodes leaves enough of the edges at a large ε.
func Example() {
	net := nodetest.Blocks(150, 0.1, 0.01, 0.65, 1) // 20 words that tell one of two classes with the probability 0.65
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 8, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := dpgcn.EdgeRand()
	r, err := dpgcn.Run(context.Background(), s, c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	right := 0
	for _, u := range r.Split.Test {
		scores, _ := r.Model.Scores(nil, u) // of a node of the graph
		if (scores[1] > scores[0]) == (net.Labels[u] == 1) {
			right++
		}
	}
	fmt.Printf("more than nine of ten right: %v; ε = %.0f\n", right*10 > 9*len(r.Split.Test), float64(r.Guarantee.Proved))
	// Output:
	// more than nine of ten right: true; ε = 8
}
