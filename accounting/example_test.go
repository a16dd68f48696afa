package accounting_test

import (
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/pld"
)

// How many steps of noisy gradients a budget affords, each on a sample of one record in a hundred.
func ExampleCalibrateSteps() {
	a, err := pld.New(accounting.AddRemove)
	if err != nil {
		fmt.Println(err)
		return
	}
	step := accounting.PoissonSampled{Rate: .01, Event: accounting.Gaussian{NoiseMultiplier: 1}}
	budget := accounting.Budget{Epsilon: 1, Delta: 1e-5}
	steps, err := accounting.CalibrateSteps(a, budget, 1e6, func(n int) accounting.Event {
		return accounting.SelfCompose{Event: step, Count: n}
	})
	fmt.Println(steps, err)
	// Output: 254 <nil>
}

// Who takes an innocent for the one record in 5 cases of 100 at most misses that record this often
// at least, whatever the attack: the whole curve says more than any point of it.
func ExampleTradeoff() {
	a, err := pld.New(accounting.AddRemove)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, deltas := range [][]accounting.Delta{{1e-5}, {1e-5, 1e-2, .1, .2, .3}} {
		curve, err := accounting.Curve(a, accounting.Gaussian{NoiseMultiplier: 1}, deltas)
		if err != nil {
			fmt.Println(err)
			return
		}
		missed, err := accounting.Tradeoff(curve, .05)
		fmt.Printf("%.2f %v\n", missed, err)
	}
	// Output:
	// 0.01 <nil>
	// 0.74 <nil>
}
