package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// named is a graph that a choice is made or judged on.
type named struct {
	name string
	g    *graph.Graph
}

// seed returns where the graph's seeds begin: graphs that shared them would share their noise.
func (x named) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(x.name)) // never fails
	return h.Sum64()
}

// generated returns the graphs of so many nodes that the rules are chosen on: power laws
// (Chung and Lu) of three exponents and three mean degrees, growing graphs (Barabási and
// Albert) of two, uniform ones of two, and a small world. None is anybody's.
func generated(n int) ([]named, error) {
	var list []named
	var failed error
	r := rand.New(rand.NewPCG(19, uint64(n)))
	add := func(name string, g *graph.Graph, err error) {
		if err != nil && failed == nil {
			failed = err
		}
		list = append(list, named{fmt.Sprintf("%s, n = %d", name, n), g})
	}
	for _, mean := range []float64{3, 6, 12} {
		for _, power := range []float64{2.2, 2.6, 3} {
			g, err := gen.ChungLu(powerLaw(n, mean, power, r), r)
			add(fmt.Sprintf("power law %v, mean degree %v", power, mean), g, err)
		}
	}
	for _, m := range []int{2, 5} {
		g, err := gen.BarabasiAlbert(n, m, r)
		add(fmt.Sprintf("Barabási-Albert %d", m), g, err)
		g, err = gen.GNP(n, float64(2*m)/float64(n), r)
		add(fmt.Sprintf("uniform, mean degree %d", 2*m), g, err)
	}
	g, err := gen.WattsStrogatz(n, 4, 0.1, r)
	add("small world", g, err)
	return list, failed
}

// powerLaw draws weights of a given mean, none beyond √(mean·n), where edges of Chung and Lu
// would be more than certain.
func powerLaw(n int, mean, power float64, r *rand.Rand) []float64 {
	w, sum := make([]float64, n), 0.0
	for i := range w {
		w[i] = math.Pow(1-r.Float64(), -1/(power-1))
		sum += w[i]
	}
	for i := range w {
		w[i] = min(w[i]*mean*float64(n)/sum, math.Sqrt(mean*float64(n)))
	}
	return w
}
