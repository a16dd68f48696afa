package netgan

import (
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
)

// walks are walks of the same length: for each step the nodes of all walks.
type walks [][]int32

// walker walks on a graph: from a uniform node that has an edge, each step to a uniform neighbour.
type walker struct {
	*graph.Graph
	starts []int32
}

func newWalker(g *graph.Graph) walker {
	w := walker{Graph: g}
	for u := range int32(g.N()) {
		if g.Degree(u) > 0 {
			w.starts = append(w.starts, u)
		}
	}
	return w
}

// walk takes walks.
func (w walker) walk(count, length int, rng *rand.Rand) walks {
	all := make(walks, length)
	for t := range all {
		all[t] = make([]int32, count)
		for b := range all[t] {
			if t == 0 {
				all[t][b] = w.starts[rng.IntN(len(w.starts))]
			} else {
				around := w.Neighbors(all[t-1][b])
				all[t][b] = around[rng.IntN(len(around))]
			}
		}
	}
	return all
}

// tensor returns the walks as an input of a graph, [T, B, 1].
func (w walks) tensor() *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(slices.Concat(w...), len(w), len(w[0]), 1)
}
