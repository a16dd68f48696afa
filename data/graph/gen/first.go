package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// ByFirst draws a graph of blocks in which each two nodes are joined with a probability that one of
// them has for the block of the other: chances[u][b] of node u and each node of block b, when u
// comes before it in a random order. A chance below 0 counts as 0, and one above 1 as 1. The time
// is that of the chances and the edges.
func (w *Watch) ByFirst(labels []int32, chances [][]float64, r *rand.Rand) (*graph.Graph, error) {
	n := len(labels)
	if err := check(n, r); err != nil {
		return nil, err
	}
	if len(chances) != n {
		return nil, fmt.Errorf("gen: %d rows of chances for %d nodes", len(chances), n)
	}
	var blocks [][]int32 // the places in the order at which nodes of each block stand
	order := make([]int32, n)
	for i, u := range r.Perm(n) {
		order[i] = int32(u)
		b := int(labels[u])
		if b < 0 || b >= n {
			return nil, fmt.Errorf("gen: node %d is in block %d, want 0 … %d", u, b, n-1)
		}
		for len(blocks) <= b {
			blocks = append(blocks, nil)
		}
		blocks[b] = append(blocks[b], int32(i))
	}
	var edges []graph.Edge
	w.Begin("drawing edges")
	for i, u := range order {
		if len(chances[u]) < len(blocks) {
			return nil, fmt.Errorf("gen: node %d has %d chances for %d blocks", u, len(chances[u]), len(blocks))
		}
		for b, at := range blocks {
			p := chances[u][b]
			if w.Ended(i, n) {
				return nil, w.Err()
			}
			if !(p > 0) {
				continue
			}
			from, _ := slices.BinarySearch(at, int32(i+1))
			later := at[from:]
			for k := skip(p, int64(len(later)), r); k < int64(len(later)); k += 1 + skip(p, int64(len(later)), r) {
				edges = append(edges, ordered(u, order[later[k]]))
			}
		}
	}
	return w.Graph(n, edges)
}
