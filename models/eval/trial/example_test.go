package trial_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
)

// One trial of a mode, and of the control that it has to beat: KS is the distance of the
// degrees from those of the original.
func ExampleEvaluate() {
	g, err := gen.BarabasiAlbert(500, 4, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		fmt.Println(err)
		return
	}
	ks := map[string]float64{}
	for _, mode := range []string{"strict", "null"} {
		t := trial.Trial{Protocol: trial.GraphStatistics, Method: "privdpr", Mode: mode, Data: "a random graph", Epsilon: 8, Seed: 1}
		m, err := trial.Evaluate(context.Background(), privdpr.Method, t, graph.CollectionOf(&graph.Network{Graph: g}), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		ks[mode] = m.Values[trial.KS]
	}
	fmt.Println("degrees are closer than the control's:", ks["strict"] < ks["null"])
	// Output:
	// degrees are closer than the control's: true
}
