package sage_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/classification/sage"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/trial"
)

// Randomised response of all pairs leaves neighbourhoods that tell classes which words
// hardly tell.
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
	c := sage.Strict()
	c.Classes, c.Epochs, c.Backend = 2, 20, "go"
	r, err := sage.Run(context.Background(), s, c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := trial.Classify(r.Outcome().Release.(release.Classifier), net)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("more than four of five right: %v; ε = %.0f\n", a.Accuracy > 0.8, float64(r.Guarantee.Proved))
	// Output:
	// more than four of five right: true; ε = 8
}
