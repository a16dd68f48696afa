package eclipse_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/classification/eclipse"
)

// What the paper claims is paid for; nothing is proved.
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
	c := eclipse.Published()
	c.Classes = 2
	r, err := eclipse.Run(context.Background(), s, c, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("claimed %.0f, proved %v\n", float64(r.Guarantee.Claimed), r.Guarantee.Proved)
	// Output:
	// claimed 8, proved +Inf
}
