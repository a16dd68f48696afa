package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// WattsStrogatz joins each of n nodes on a ring to its k nearest neighbours, k/2 on each side. It
// then rewires the far end of each edge, with probability p, to a random node not joined to the
// near end: first the edges to next neighbours, all round the ring, then those to second-next
// neighbours, and so on. An edge stays if its near end is joined to all nodes. The graph has nk/2
// edges.
func WattsStrogatz(n, k int, p float64, r *rand.Rand) (*graph.Graph, error) {
	if err := check(n, r); err != nil {
		return nil, err
	}
	if err := probability("p", p); err != nil {
		return nil, err
	}
	if k < 0 || k%2 == 1 || k > 0 && k >= n {
		return nil, fmt.Errorf("gen: %d neighbours on a ring of %d: must be even and smaller than the ring", k, n)
	}
	edges := make([]graph.Edge, 0, n*k/2)
	set := NewPairSet(n * k) // room for every edge before and after rewiring
	degree := make([]int, n)
	for step := 1; step <= k/2; step++ {
		for u := range int32(n) {
			e := graph.Edge{U: u, V: int32((int(u) + step) % n)}
			edges = append(edges, e)
			set.Add(ordered(e.U, e.V))
			degree[e.U]++
			degree[e.V]++
		}
	}
	for i, e := range edges {
		if r.Float64() >= p || degree[e.U] == n-1 {
			continue
		}
		w := e.U
		for w == e.U || set.Has(ordered(e.U, w)) {
			w = r.Int32N(int32(n))
		}
		set.Remove(ordered(e.U, e.V))
		set.Add(ordered(e.U, w))
		degree[e.V]--
		degree[w]++
		edges[i].V = w
	}
	return undirected(n, edges)
}
