package graphrnn

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/train"
)

// network is GraphRNN. A recurrent network reads the rows of a graph; from its state another one
// generates the bits of the next row one by one.
type network struct {
	Unprotected
	m      int // bits per row
	length int // most rows of a graph
}

// weights returns six affine layers, see [named], and the recurrent layers.
func (x network) weights() (list []train.Matrix) {
	for _, d := range [][2]int{{x.m, x.Embedding}, {x.Hidden, x.Embedding}, {x.Embedding, x.EdgeHidden}, {1, x.EdgeEmbedding}, {x.EdgeHidden, x.EdgeEmbedding}, {x.EdgeEmbedding, 1}} {
		list = append(list, train.Affine(d[0], d[1])...)
	}
	for _, d := range [][2]int{{x.Embedding, x.Hidden}, {x.EdgeEmbedding, x.EdgeHidden}} {
		in, width := d[0], d[1]
		for range x.Layers {
			list = append(list,
				train.Matrix{Rows: in, Cols: 3 * width, Bound: math.Sqrt(6 / float64(in+width))}, train.Matrix{Rows: width, Cols: 3 * width, Bound: 1 / math.Sqrt(float64(width))},
				train.Matrix{Rows: 1, Cols: 3 * width}, train.Matrix{Rows: 1, Cols: width})
			in = width
		}
	}
	return list
}

// named holds the weights by name.
type named struct {
	row, bridge, state, bit, hidden, logit []*Node // affine layers
	nodes, bits                            []*Node // recurrent layers, four weights each
}

func (x network) named(w []*Node) named {
	return named{w[:2], w[2:4], w[4:6], w[6:8], w[8:10], w[10:12], w[12 : 12+4*x.Layers], w[12+4*x.Layers : 12+8*x.Layers]}
}

func affine(w []*Node, x *Node) *Node { return Add(MatMul(x, w[0]), w[1]) }

func relu(x *Node) *Node { return MaxScalar(x, 0) }

func zeros(like *Node, rows, cols int) *Node {
	return Zeros(like.Graph(), shapes.Make(dtypes.Float32, rows, cols))
}

// gru is a step of a gated recurrent unit:
//
//	r = σ(xW_r + hU_r + b_r)   z = σ(xW_z + hU_z + b_z)   n = tanh(xW_n + b_n + r·(hU_n + c))
//	h' = (1-z)·n + z·h
func gru(w []*Node, x, h *Node) *Node {
	width := h.Shape().Dim(1)
	part := func(x *Node, lo, hi int) *Node { return Slice(x, AxisRange(), AxisRange(lo*width, hi*width)) }
	in, state := affine([]*Node{w[0], w[2]}, x), MatMul(h, w[1])
	rz := Logistic(Add(part(in, 0, 2), part(state, 0, 2)))
	n := Tanh(Add(part(in, 2, 3), Mul(part(rz, 0, 1), Add(part(state, 2, 3), w[3]))))
	return Add(n, Mul(part(rz, 1, 2), Sub(h, n)))
}

// step advances the states of stacked recurrent layers; each layer reads the state of the layer
// below.
func step(w []*Node, x *Node, states []*Node) (next []*Node) {
	for i, h := range states {
		x = gru(w[4*i:4*i+4], x, h)
		next = append(next, x)
	}
	return next
}

// read advances the states by a row, [GRAPHRNN18] f_trans.
func (w named) read(row *Node, states []*Node) []*Node {
	return step(w.nodes, relu(affine(w.row, row)), states)
}

// begin returns the bit network's initial states for a row, from the state of the row network.
func (w named) begin(state *Node, layers int) (bits []*Node) {
	bits = []*Node{affine(w.state, relu(affine(w.bridge, state)))}
	for len(bits) < layers {
		bits = append(bits, ZerosLike(bits[0]))
	}
	return bits
}

// write advances the states by a bit, [GRAPHRNN18] f_out, a dependent Bernoulli sequence.
func (w named) write(bit *Node, states []*Node) []*Node {
	return step(w.bits, relu(affine(w.bit, bit)), states)
}

// logits returns the logits of the next bits.
func (w named) logits(state *Node) *Node { return affine(w.logit, relu(affine(w.hidden, state))) }

func last(states []*Node) *Node { return states[len(states)-1] }

// inputs returns the rows of graphs as [T, B, m], and a mask of their bits.
func (x network) inputs(graphs [][][]float32) []any {
	size := x.length * len(graphs) * x.m
	rows, has := make([]float32, size), make([]float32, size)
	for b, g := range graphs {
		for t, row := range g {
			at := (t*len(graphs) + b) * x.m
			copy(rows[at:], row)
			for j := range width(t, x.m) {
				has[at+j] = 1
			}
		}
	}
	return []any{tensors.FromFlatDataAndDimensions(rows, x.length, len(graphs), x.m), tensors.FromFlatDataAndDimensions(has, x.length, len(graphs), x.m)}
}

// loss returns the mean cross-entropy per bit. in holds the rows of a batch, [T, B, m], and the
// mask of bits that count.
func (x network) loss(weights, in []*Node) *Node {
	w, rows := x.named(weights), in[0]
	batch := rows.Shape().Dim(1)
	states := make([]*Node, x.Layers)
	for i := range states {
		states[i] = zeros(rows, batch, x.Hidden)
	}
	row, tops := OnesLike(zeros(rows, batch, x.m)), []*Node(nil) // start of a graph
	for t := range x.length {
		states = w.read(row, states)
		row, tops = Reshape(Slice(rows, AxisElem(t)), batch, x.m), append(tops, last(states))
	}
	bits := w.begin(Concatenate(tops, 0), x.Layers)
	columns := func(of *Node) *Node { return Transpose(Reshape(of, x.length*batch, -1), 0, 1) } // [m, T·B]
	want, count := columns(rows), columns(in[1])
	tops = nil
	bit := OnesLike(zeros(rows, x.length*batch, 1)) // start of a row
	for j := range x.m {
		bits = w.write(bit, bits)
		bit, tops = Reshape(Slice(want, AxisElem(j)), -1, 1), append(tops, last(bits))
	}
	logits := Reshape(w.logits(Concatenate(tops, 0)), x.m, -1)
	losses := Sub(Softplus(logits), Mul(want, logits))
	return Div(ReduceAllSum(Mul(losses, count)), ReduceAllSum(count)) // [GRAPHRNN18] loss
}
