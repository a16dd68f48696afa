package dpgnn

import (
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// subgraphs samples the neighbours that the training nodes aggregate: of each of n nodes a
// list, empty for those that are not learned from. Each node keeps every neighbour that is
// learned from with probability K/2d, where d is their number, and is in the subgraphs of those
// that it keeps; if it keeps more than K, in none.
func subgraphs(g *graph.Graph, train []int32, k int, r *rand.Rand) [][]int32 {
	learned := make([]bool, g.N())
	for _, u := range train {
		learned[u] = true
	}
	lists := make([][]int32, g.N())
	seed := r.Uint64()
	for u := range int32(g.N()) {
		coins := rand.New(rand.NewPCG(seed, uint64(u))) // its own, whatever other nodes have
		var roots []int32
		for _, v := range g.Neighbors(u) {
			if learned[v] {
				roots = append(roots, v)
			}
		}
		share := float64(k) / float64(2*len(roots))
		roots = slices.DeleteFunc(roots, func(int32) bool { return coins.Float64() > share })
		if len(roots) > k { // [DPGNN21] Algorithm 1
			continue
		}
		for _, v := range roots {
			lists[v] = append(lists[v], u)
		}
	}
	for u, list := range lists {
		lists[u] = list[:min(len(list), mostSubgraph-1)]
	}
	return lists
}
