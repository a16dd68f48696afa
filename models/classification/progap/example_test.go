package progap_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/classification/progap"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/trial"
)

// A network that grows by noisy sums over neighbours tells classes that words hardly tell.
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
	c := progap.Strict()
	c.Classes, c.Epochs, c.Backend = 2, 60, "go"
	r, err := progap.RunStrict(context.Background(), s, c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := trial.Classify(r.Outcome().Release.(release.Classifier), net)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("more than nine of ten right: %v; ε = %.0f\n", a.Accuracy > 0.9, float64(r.Guarantee.Proved))
	// Output:
	// more than nine of ten right: true; ε = 8
}
