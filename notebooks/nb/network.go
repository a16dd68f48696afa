package nb

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// Network returns the network of a data set. In a small run, and where this machine lacks the data
// set, a graph that is made up stands in: 240 nodes, a few of them with many edges.
func Network(name string) *graph.Network {
	if !Small() {
		for _, d := range Load(name) {
			return &d.Network
		}
		Live("A made-up graph stands in for %s.", name)
	}
	g, err := gen.BarabasiAlbert(240, 3, rand.New(rand.NewPCG(2, 7)))
	if err != nil {
		fail(err, 1)
	}
	seen := make([]int32, g.N())
	for u := range seen {
		seen[u] = int32(u)
	}
	return &graph.Network{Graph: g, Seen: seen}
}
