package gcn

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/train/sparse"
)

// entries returns the rows, the columns and the values of a matrix's entries.
func entries(m *sparse.Matrix) []any {
	row, column, value := m.Entries()
	n := len(value)
	return []any{
		tensors.FromFlatDataAndDimensions(row, n, 1),
		tensors.FromFlatDataAndDimensions(column, n, 1),
		tensors.FromFlatDataAndDimensions(value, n, 1),
	}
}

// renormalised returns Â = D^(-1/2) (A + I) D^(-1/2), D the degrees in A + I:
// [KW17] Eq. 2 with the renormalisation trick of §2.2.
func renormalised(g *graph.Graph) *sparse.Matrix { return sparse.Normalised(g, true) }

// inputRows returns X with each row divided by the sum of its entries' sizes, as
// [KW17] §5.2 prepares it; X = I where there are no features.
func inputRows(t Task) *sparse.Matrix {
	if t.Features == nil {
		return sparse.Identity(t.Graph.N())
	}
	x := sparse.Attributes(t.Features)
	if t.Perceptron {
		return x
	}
	return x.RowShares()
}

// operand is a sparse matrix in a GoMLX graph.
type operand struct{ row, column, value *Node }

// times returns the product with a dense matrix h. It has as many rows as the model
// has nodes, n.
func (s operand) times(h *Node, n int) *Node {
	product := Zeros(h.Graph(), shapes.Make(h.DType(), n, h.Shape().Dimensions[1]))
	return ScatterSum(product, s.row, Mul(Gather(h, s.column), s.value), true, false)
}

// forward returns Z before the softmax, [KW17] Eq. 9, together with the hidden
// layer. dropout maps the inputs of a layer to what a step keeps of them.
func forward(n int, a, x operand, w0, w1 *Node, dropout func(*Node) *Node) (hidden, logits *Node) {
	x.value = dropout(x.value) // to drop a zero changes nothing
	hidden = MaxScalar(a.times(x.times(w0, n), n), 0)
	return hidden, a.times(MatMul(dropout(hidden), w1), n)
}
