package nb

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// Graph returns the graph of a data set, such as "karate". In a small run, and where this machine
// lacks the data set, a generated graph stands in for one that is not part of the program:
// 240 nodes, a few of them with many edges.
func Graph(name string) *graph.Network {
	if e, err := data.Lookup(name); err != nil {
		fail(err, 1)
	} else if len(e.Files) == 0 || !Small() {
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
