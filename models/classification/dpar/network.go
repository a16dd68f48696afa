package dpar

import (
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
)

// loss returns the summed cross-entropy of a step's roots. The weights are W₁ and W₂. The inputs
// are the features X of the nodes in the roots' rows, the rows Π, and the roots' classes, -1 for
// none. Private steps, which clip the gradient of each root or pair, run on the kernel [gradients]
// only.
func loss(w, in []*Node) *Node {
	x, rows, class := in[0], in[1], in[2]
	hidden := train.Rectify(MatMul(x, w[0]))
	mixed := MatMul(rows, MatMul(hidden, w[1])) // [DPAR24] Eq. 1
	return ReduceAllSum(train.CrossEntropy(mixed, class))
}

// network returns the network of non-private training.
func (m *Model) network() train.Network {
	return train.Network{Weights: train.Vectors([]int{m.Columns, m.Hidden}, []int{m.Hidden, m.Classes}), Loss: loss}
}

// layers splits weights, or a gradient, by layer.
func (m *Model) layers(w []float32) []any {
	cut := m.Columns * m.Hidden
	return []any{w[:cut], w[cut:]}
}

// batch holds the largest numbers of roots in a step and of nodes in their rows.
type batch struct{ roots, nodes int }

// batch returns the batch size of a training on n nodes.
func (c Unprotected) batch(n int) batch {
	roots := min(c.Batch, n)
	return batch{roots, min(n, roots*min(c.Keep, n))}
}

// inputs returns the inputs of a step on the examples.
func (b batch) inputs(m *Model, attrs *graph.Attributes, examples []example) []any {
	features, place := perceptron.Features(attrs, m.Unit), map[int32]int{}
	x, rows := make([]float32, b.nodes*m.Columns), make([]float32, b.roots*b.nodes)
	class := slices.Repeat([]int32{-1}, b.roots)
	for i, e := range examples {
		class[i] = e.class
		for k, u := range e.nodes {
			at, seen := place[u]
			if !seen {
				at = len(place)
				place[u] = at
				columns, values := features.Row(u)
				for j, c := range columns {
					x[at*m.Columns+int(c)] = values[j]
				}
			}
			rows[i*b.nodes+at] += float32(e.weights[k])
		}
	}
	return []any{tensors.FromFlatDataAndDimensions(x, b.nodes, m.Columns), tensors.FromFlatDataAndDimensions(rows, b.roots, b.nodes), class}
}
