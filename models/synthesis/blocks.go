package synthesis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Blocks cuts nodes into groups of like degree, each one larger than the least degree in it. Those
// of less than two neighbours are in none. Of like degrees, nodes are in the order of the list,
// which it sorts.
func Blocks(degrees []float64, nodes []int32) (blocks [][]int32, err error) {
	for _, u := range nodes {
		if u < 0 || int(u) >= len(degrees) || math.IsNaN(degrees[u]) {
			return nil, fmt.Errorf("drawn: node %d has no degree among %d", u, len(degrees))
		}
	}
	slices.SortStableFunc(nodes, func(u, v int32) int { return cmp.Compare(degrees[u], degrees[v]) })
	degree := func(u int32) int { return int(math.Round(min(degrees[u], float64(len(degrees))))) }
	for len(nodes) > 0 && degree(nodes[0]) < 2 {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 {
		size := min(degree(nodes[0])+1, len(nodes)) // [SKP12] Blocks
		blocks = append(blocks, nodes[:size])
		nodes = nodes[size:]
	}
	return blocks, nil
}
