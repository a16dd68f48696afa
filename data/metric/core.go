package metric

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
)

// Cores returns the core number of each node: the largest k such that the node belongs to a
// subgraph of minimum degree k. The largest core number is the degeneracy of the graph. It
// repeatedly removes a node of minimum degree, in time O(N + M) [Batagelj and Zaversnik 2003].
func Cores(g *graph.Graph) []int32 { return cores(context.Background(), g) }

// cores is [Cores] until ctx is done; then some numbers are too large.
func cores(ctx context.Context, g *graph.Graph) []int32 {
	offsets, targets := g.Undirected().CSR()
	n := len(offsets) - 1
	core := make([]int32, n) // degree among the remaining nodes, finally the core number
	most := int32(0)
	for u := range core {
		core[u] = int32(offsets[u+1] - offsets[u])
		most = max(most, core[u])
	}
	start := make([]int32, most+2) // start of each degree's nodes in order
	for _, d := range core {
		start[d+1]++
	}
	for d := range most {
		start[d+1] += start[d]
	}
	order, place := make([]int32, n), make([]int32, n) // nodes by degree, and the position of each
	next := append([]int32(nil), start...)
	for u, d := range core {
		order[next[d]], place[u] = int32(u), next[d]
		next[d]++
	}
	for i, u := range order { // sorted ahead of u as the loop runs
		if i%someNodes == 0 && ctx.Err() != nil {
			break
		}
		for _, v := range targets[offsets[u]:offsets[u+1]] {
			d := core[v]
			if d <= core[u] {
				continue
			}
			// Swap v with the first node of its degree, whose range then starts one later.
			first := start[d]
			w := order[first]
			order[place[v]], place[w] = w, place[v]
			order[first], place[v] = v, first
			start[d]++
			core[v]--
		}
	}
	return core
}
