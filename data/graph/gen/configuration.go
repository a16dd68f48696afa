package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Configuration gives each node as many half-edges as its degree and joins all half-edges in a
// uniformly random pairing. Self-loops and duplicates are dropped and counted in the report, so
// that nodes can have less than their degree (the "erased" configuration model). The sum of degrees
// must be even.
func Configuration(degrees []int32, r *rand.Rand) (*graph.Graph, graph.Report, error) {
	n := len(degrees)
	if err := check(n, r); err != nil {
		return nil, graph.Report{}, err
	}
	total := 0
	for u, d := range degrees {
		if d < 0 {
			return nil, graph.Report{}, fmt.Errorf("gen: node %d has degree %d", u, d)
		}
		total += int(d)
	}
	if total%2 == 1 {
		return nil, graph.Report{}, fmt.Errorf("gen: the degrees sum to %d, want an even sum", total)
	}
	stubs := make([]int32, 0, total)
	for u, d := range degrees {
		for range d {
			stubs = append(stubs, int32(u))
		}
	}
	r.Shuffle(total, func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
	edges := make([]graph.Edge, total/2)
	for i := range edges {
		edges[i] = graph.Edge{U: stubs[2*i], V: stubs[2*i+1]}
	}
	return graph.FromEdges(n, edges, graph.Options{})
}
