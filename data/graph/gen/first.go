package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// ByFirst samples a graph of blocks. Of each two nodes u and v, let u be the first in a random
// order; they are joined with probability chances[u][b], where b is the block of v. Chances are
// clamped to [0, 1]. It takes time linear in chances and edges.
func (w *Watch) ByFirst(labels []int32, chances [][]float64, r *rand.Rand) (*graph.Graph, error) {
	n := len(labels)
	if err := check(n, r); err != nil {
		return nil, err
	}
	if len(chances) != n {
		return nil, fmt.Errorf("gen: %d rows of chances for %d nodes", len(chances), n)
	}
	var blocks [][]int32 // positions in the order of each block's nodes
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
