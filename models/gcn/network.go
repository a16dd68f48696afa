package gcn

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp/graph"
)

// arcs is Â as a list: entry e adds weight[e] times row from[e] to row to[e].
type arcs struct {
	from, to *tensors.Tensor // int32 [E, 1]
	weight   *tensors.Tensor // float32 [E, 1]
}

// renormalised is Â = D^(-1/2) (A + I) D^(-1/2), D the degrees in A + I:
// [KW17] Eq. 2 with the renormalisation trick of §2.2.
func renormalised(g *graph.Graph) arcs {
	size := 2*g.M() + g.N()
	from, to, weight := make([]int32, 0, size), make([]int32, 0, size), make([]float32, 0, size)
	scale := func(u int32) float64 { return 1 / math.Sqrt(float64(g.Degree(u)+1)) }
	for u := range int32(g.N()) {
		from, to, weight = append(from, u), append(to, u), append(weight, float32(scale(u)*scale(u)))
		for _, v := range g.Neighbors(u) {
			from, to, weight = append(from, v), append(to, u), append(weight, float32(scale(u)*scale(v)))
		}
	}
	return arcs{
		from:   tensors.FromFlatDataAndDimensions(from, size, 1),
		to:     tensors.FromFlatDataAndDimensions(to, size, 1),
		weight: tensors.FromFlatDataAndDimensions(weight, size, 1),
	}
}

// propagate is Â h. The entries of Â lie row after row, so to is ascending.
func propagate(from, to, weight, h *Node) *Node {
	messages := Mul(Gather(h, from), weight)
	return ScatterSum(ZerosLike(h), to, messages, true, false)
}

// forward is Z before the softmax, [KW17] Eq. 9, together with the hidden
// layer. x is nil for X = I. dropout maps the inputs of a layer to what a step
// keeps of them.
func forward(from, to, weight, x, w0, w1 *Node, dropout func(*Node) *Node) (hidden, logits *Node) {
	var xw *Node
	if x != nil {
		xw = MatMul(dropout(x), w0)
	} else { // row u of I W⁰ is row u of W⁰; dropping its one entry drops the row
		ones := Ones(w0.Graph(), shapes.Make(w0.DType(), w0.Shape().Dimensions[0], 1))
		xw = Mul(w0, dropout(ones))
	}
	hidden = MaxScalar(propagate(from, to, weight, xw), 0)
	return hidden, propagate(from, to, weight, MatMul(dropout(hidden), w1))
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
