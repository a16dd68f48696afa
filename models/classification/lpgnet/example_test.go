package lpgnet_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/classification/lpgnet"
)

// Noisy counts of neighbours by predicted class tell what words do not.
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
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 4, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := lpgnet.Published()
	c.Classes, c.Epochs = 2, 150
	r, err := lpgnet.Run(context.Background(), s, c, nil)
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
	fmt.Printf("more than four of five right: %v; ε = %.0f\n", right*5 > 4*len(r.Split.Test), float64(r.Guarantee.Proved))
	// Output:
	// more than four of five right: true; ε = 4
}
