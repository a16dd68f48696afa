package dpgcn_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/classification/dpgcn"
)

// Randomised response of all pairs of nodes leaves enough of the edges at a large ε.
func Example() {
	rng := rand.New(rand.NewPCG(1, 2))
	net, err := gen.SBM([]int{150, 150}, [][]float64{{0.1, 0.01}, {0.01, 0.1}}, rng)
	if err != nil {
		fmt.Println(err)
		return
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 20, PerNode: 4, OwnShare: 0.65}, rng); err != nil {
		fmt.Println(err)
		return
	}
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 8, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := dpgcn.Randomised()
	c.Classes = 2
	r, err := dpgcn.Run(context.Background(), s, c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	right := 0
	for _, u := range r.Split.Test {
		scores, _ := r.Scores.Scores(nil, u) // of a node of the graph
		if (scores[1] > scores[0]) == (net.Labels[u] == 1) {
			right++
		}
	}
	fmt.Printf("more than nine of ten right: %v; ε = %.0f\n", right*10 > 9*len(r.Split.Test), float64(r.Guarantee.Proved))
	// Output:
	// more than nine of ten right: true; ε = 8
}
