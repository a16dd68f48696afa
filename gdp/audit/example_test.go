package audit_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/audit"
)

// 4000 runs on each input catch noise for ε = 1 that is halved by mistake.
func ExampleAttack() {
	mechanism := func(_ context.Context, world, i int) ([]float64, error) {
		r := rand.New(rand.NewPCG(uint64(world), uint64(i)))
		laplace := math.Copysign(r.ExpFloat64(), r.Float64()-.5)
		return []float64{float64(world) + laplace/2}, nil
	}
	runs, err := audit.Campaign{Name: "halved noise", Runs: 4000}.Collect(context.Background(), mechanism)
	if err != nil {
		fmt.Println(err)
	}
	bound, err := audit.Attack{
		Distinguisher: audit.Entry(0),
		Level:         audit.Level{Delta: 0, Confidence: .99},
	}.Bound(runs)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(bound)
	fmt.Println("contradicts ε = 1:", bound.Violates(1))
	// Output:
	// ε ≥ 1.886 at δ = 0 (two worlds, score, all thresholds, 8000 trials, confidence 0.99)
	// contradicts ε = 1: true
}

// The distribution of a mechanism that draws finitely often: the exact ε of three
// randomised responses of ε = .5 to one bit, at two values of δ.
func ExampleEnumerate() {
	truth := 1 / (1 + scalar.Exp(-.5))
	law := func(bit int) map[int]float64 {
		l, err := audit.Enumerate(8, func(choose audit.Choose) int {
			sum := 0
			for range 3 {
				sum += bit ^ choose(truth, 1-truth)
			}
			return sum
		})
		if err != nil {
			fmt.Println(err)
		}
		return l
	}
	pair := audit.PairOf(law(0), law(1))
	for _, delta := range []accounting.Delta{0, .1} {
		bound, err := pair.Bound(delta)
		fmt.Printf("%.3f %v\n", bound.Epsilon, err)
	}
	// Output:
	// 1.500 <nil>
	// 0.964 <nil>
}
