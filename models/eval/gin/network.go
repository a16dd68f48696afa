package gin

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/models/learn/train"
)

// network is a graph isomorphism network with ε = 0. It reads a batch of graphs, see [packing].
type network struct{ tags, hidden, layers, classes int }

// weights are those of the layers, six each: two matrices, each with the scale and the shift of its
// normalisation. After the layers come the readouts and their bias.
func (x network) weights() (all []train.Matrix) {
	in, out := x.tags, []train.Matrix{train.Glorot(x.tags, x.classes)}
	scale, shift := train.Matrix{Rows: 1, Cols: x.hidden, Mean: 1}, train.Matrix{Rows: 1, Cols: x.hidden}
	for range x.layers {
		all = append(all, train.Glorot(in, x.hidden), scale, shift, train.Glorot(x.hidden, x.hidden), scale, shift)
		in, out = x.hidden, append(out, train.Glorot(x.hidden, x.classes))
	}
	return append(append(all, out...), train.Matrix{Rows: 1, Cols: x.classes})
}

// logits returns a row of logits for each graph, and the means and variances that the
// normalisations computed over the nodes. If moments are given they are used instead.
func (x network) logits(w, in []*Node, given *Node) (logits, moments *Node) {
	a, tag, of, class := in[0], in[1], in[2], in[3]
	blocks, n := a.Shape().Dim(0), a.Shape().Dim(1)
	pool := Transpose(OneHot(of, class.Shape().Dim(0), dtypes.Float32), 0, 1)
	share := Div(ReduceAndKeep(pool, ReduceSum, 0), ReduceAllSum(pool)) // of a node in a mean
	var list []*Node
	normalised := func(h *Node, w []*Node) *Node {
		mean := func(x *Node) *Node {
			if given != nil {
				return Slice(given, AxisElem(len(list)))
			}
			return MatMul(share, x)
		}
		list = append(list, mean(h))
		h = Sub(h, list[len(list)-1])
		list = append(list, mean(Square(h)))
		scale := Div(w[0], Sqrt(AddScalar(list[len(list)-1], 1e-5)))
		return MaxScalar(Add(Mul(h, scale), w[1]), 0)
	}
	h, readouts := OneHot(tag, x.tags, dtypes.Float32), w[6*x.layers:]
	read := func(w *Node) *Node { return MatMul(MatMul(pool, h), w) }
	logits = Add(read(readouts[0]), readouts[x.layers+1]) // [GIN19] Eq. 4.2
	for i := range x.layers {
		l := w[6*i : 6*i+6]
		sums := Einsum("cuv,cvk->cuk", a, Reshape(h, blocks, n, -1)) // [GIN19] Eq. 4.1
		h = normalised(MatMul(Reshape(sums, blocks*n, -1), l[0]), l[1:3])
		h = normalised(MatMul(h, l[3]), l[4:6])
		logits = Add(logits, read(readouts[i+1]))
	}
	return logits, Concatenate(list, 0)
}

// loss returns the mean cross-entropy.
func (x network) loss(w, in []*Node) *Node {
	logits, _ := x.logits(w, in, nil)
	count := ReduceAllSum(OneHot(in[3], x.classes, dtypes.Float32))
	return Div(ReduceAllSum(train.CrossEntropy(logits, in[3])), count)
}
