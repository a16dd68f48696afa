package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// BarabasiAlbert grows a graph by preferential attachment: it starts with a star of m+1 nodes, and
// joins each further node to m different earlier nodes, drawn one after another with probability
// proportional to their degrees. The graph has m(n-m) edges.
func BarabasiAlbert(n, m int, r *rand.Rand) (*graph.Graph, error) {
	if err := check(n, r); err != nil {
		return nil, err
	}
	if m < 1 || m >= n {
		return nil, fmt.Errorf("gen: %d edges per node with %d nodes, want 1 … %d", m, n, n-1)
	}
	edges := make([]graph.Edge, 0, m*(n-m))
	ends := make([]int32, 0, 2*cap(edges)) // each node repeated by its degree
	join := func(u, v int32) {
		edges = append(edges, graph.Edge{U: u, V: v})
		ends = append(ends, u, v)
	}
	for v := int32(1); v <= int32(m); v++ {
		join(0, v)
	}
	chosen := make([]int32, 0, m)
	last := make([]int32, n) // the last node that chose each node
	for v := int32(m + 1); v < int32(n); v++ {
		chosen = chosen[:0]
		for len(chosen) < m {
			if u := ends[r.IntN(len(ends))]; last[u] != v {
				last[u] = v
				chosen = append(chosen, u)
			}
		}
		for _, u := range chosen {
			join(u, v)
		}
	}
	return undirected(n, edges)
}
