package vote_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/vote"
)

// Neighbours mostly share a class: their noisy votes add information that words lack.
func Example() {
	net := classificationtest.Blocks(300, 0.06, 0.006, 0.6, 1) // 20 words; each is one of the class's own with probability 0.6
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 2, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := vote.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Printf("more than nine of ten right: %v; ε = %.0f\n", classificationtest.Accuracy(r.Outcome(), net) > 0.9, float64(r.Guarantee.Proved))
	// Output:
	// more than nine of ten right: true; ε = 2
}
