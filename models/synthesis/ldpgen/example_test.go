package ldpgen_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/ldpgen"
)

// The paper charges ε for each list, but an edge is in two.
func Example() {
	club := data.Karate().Network
	for _, mode := range []method.Mode{ldpgen.Strict.Mode, ldpgen.Published.Mode} {
		s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 2}, gdp.Seed(1))
		if err != nil {
			panic(err)
		}
		r, err := mode.Run(context.Background(), s, mode.Config(), nil)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %.3f proved\n", mode.Name, float64(r.Guarantee.Proved))
	}
	// Output:
	// strict: 2.000 proved
	// published: 4.000 proved
}
