package accounting_test

import (
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/pld"
)

// An attack with a false-positive rate of 5 % misses the record at least this often. The whole
// curve gives a better bound than one point of it.
func ExampleTradeoff() {
	a, err := pld.New(accounting.AddRemove)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, deltas := range [][]accounting.Delta{{1e-5}, {1e-5, 1e-2, .1, .2, .3}} {
		var curve []accounting.Point
		for _, d := range deltas {
			eps, err := a.Epsilon(accounting.Gaussian{NoiseMultiplier: 1}, d)
			if err != nil {
				fmt.Println(err)
				return
			}
			curve = append(curve, accounting.Point{Epsilon: eps, Delta: d})
		}
		missed, err := accounting.Tradeoff(curve, .05)
		fmt.Printf("%.2f %v\n", missed, err)
	}
	// Output:
	// 0.01 <nil>
	// 0.74 <nil>
}
