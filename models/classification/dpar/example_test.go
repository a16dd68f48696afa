package dpar_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/dpar"
)

// Two classes are learned from noisy sums of words; the edges between test nodes then mix their
// scores.
func Example() {
	net := classificationtest.Blocks(300, 0.06, 0.006, 0.6, 1) // 20 words; each is one of the class's own with probability 0.6
	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 4, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	c := dpar.Strict.Settings
	c.Classes = 2
	r, err := dpar.Strict.With(c).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	scores, err := r.Mixed.Scores(net, r.Split.Test[0])
	fmt.Printf("%d scores of a test node, error %v; proved at most 4: %v\n", len(scores), err, r.Guarantee.Proved < 4+1e-6)
	// Output:
	// 2 scores of a test node, error <nil>; proved at most 4: true
}
