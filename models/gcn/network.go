package gcn

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp/graph"
)

// entries is a sparse matrix as a list of its entries, row after row.
type entries struct {
	row, column []int32
	value       []float32
}

func (e *entries) add(row, column int32, value float64) {
	e.row, e.column, e.value = append(e.row, row), append(e.column, column), append(e.value, float32(value))
}

// tensors are the rows, the columns and the values.
func (e *entries) tensors() []any {
	n := len(e.value)
	return []any{
		tensors.FromFlatDataAndDimensions(e.row, n, 1),
		tensors.FromFlatDataAndDimensions(e.column, n, 1),
		tensors.FromFlatDataAndDimensions(e.value, n, 1),
	}
}

// renormalised is Â = D^(-1/2) (A + I) D^(-1/2), D the degrees in A + I:
// [KW17] Eq. 2 with the renormalisation trick of §2.2.
func renormalised(g *graph.Graph) *entries {
	var a entries
	scale := func(u int32) float64 { return 1 / math.Sqrt(float64(g.Degree(u)+1)) }
	for u := range int32(g.N()) {
		a.add(u, u, scale(u)*scale(u))
		for _, v := range g.Neighbors(u) {
			a.add(u, v, scale(u)*scale(v))
		}
	}
	return &a
}

// inputRows is X with each row divided by the sum of its entries' sizes, as
// [KW17] §5.2 prepares it; X = I where there are no features.
func inputRows(t Task) *entries {
	var x entries
	for u := range int32(t.Graph.N()) {
		if t.Features == nil {
			x.add(u, u, 1)
			continue
		}
		columns, values := t.Features.Row(u)
		sum := 0.0
		for _, v := range values {
			sum += math.Abs(float64(v))
		}
		for i, c := range columns {
			if values[i] != 0 {
				x.add(u, c, float64(values[i])/sum)
			}
		}
	}
	return &x
}

// sparse is a sparse matrix in a GoMLX graph.
type sparse struct{ row, column, value *Node }

// times is the product with a dense matrix h. It has as many rows as the model
// has nodes, n.
func (s sparse) times(h *Node, n int) *Node {
	product := Zeros(h.Graph(), shapes.Make(h.DType(), n, h.Shape().Dimensions[1]))
	return ScatterSum(product, s.row, Mul(Gather(h, s.column), s.value), true, false)
}

// forward is Z before the softmax, [KW17] Eq. 9, together with the hidden
// layer. dropout maps the inputs of a layer to what a step keeps of them.
func forward(n int, a, x sparse, w0, w1 *Node, dropout func(*Node) *Node) (hidden, logits *Node) {
	x.value = dropout(x.value) // to drop a zero changes nothing
	hidden = MaxScalar(a.times(x.times(w0, n), n), 0)
	return hidden, a.times(MatMul(dropout(hidden), w1), n)
}

// crossEntropy is the mean over the known nodes of -ln softmax(logits)[class]:
// [KW17] Eq. 10, as a mean.
func crossEntropy(logits, known, class *Node) *Node {
	rows := Gather(logits, known)
	of := OneHot(class, rows.Shape().Dimensions[1], rows.DType())
	return Neg(ReduceAllMean(ReduceSum(Mul(of, LogSoftmax(rows)), -1)))
}

// dropout leaves out a share of the entries and scales the others up, with
// random numbers from *state, which moves on.
func dropout(share float64, state **Node) func(*Node) *Node {
	if share == 0 {
		return func(x *Node) *Node { return x }
	}
	return func(x *Node) *Node {
		var u *Node
		*state, u = RandomUniform(*state, shapes.Make(dtypes.Float32, x.Shape().Dimensions...))
		keep := ConvertDType(GreaterOrEqual(u, Scalar(x.Graph(), dtypes.Float32, share)), x.DType())
		return MulScalar(Mul(x, keep), 1/(1-share))
	}
}
