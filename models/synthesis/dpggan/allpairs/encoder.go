// Package allpairs computes losses and gradients over all node pairs of a graph, as graph
// autoencoders need [VGAE16].
//
//	encoder   Z = Â ReLU(Â X W⁰) W¹, or means and deviations of Z
//	decoder   s_ij = z_i·z_j + b, a pair's score; σ(s_ij) its probability
//	loss      weighted binary cross-entropy of all pairs, and for a variational
//	          autoencoder the divergence of the codes from N(0, I)
//
// [Decoder] computes the loss of N(N-1)/2 pairs and its gradient with respect to the codes without
// an N × N matrix, from
//
//	Σ_pairs softplus(s) + Σ_linked [ w softplus(-s) - softplus(s) ]
//
// where softplus(s) = ln(1+eˢ). The first sum needs no graph and runs through the scores tile by
// tile; the second runs through the edges.
//
// [Encode], [KL] and [Weights.Loss] declare the same as GoMLX graphs. The rest runs in Go on all
// cores, and its results do not depend on the number of cores. The package provides no privacy.
//
// [VGAE16] T. N. Kipf and M. Welling, Variational graph auto-encoders, 2016.
package allpairs

import (
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Encoder is a two-layer graph convolutional network, Â ReLU(Â X W⁰) W¹, with one-hot features: X =
// I.
type Encoder struct {
	W0, W1 vector.Matrix

	adjacency                 *sparse.Matrix // Â, symmetric
	inner, hidden, outer, out vector.Matrix  // its gradient · ReLU(Â W⁰) · hidden W¹ · Â hidden W¹
	grad0, grad1              vector.Matrix
}

// NewEncoder returns an encoder with weights by [vector.Glorot].
func NewEncoder(adjacency *sparse.Matrix, hidden, out int, rng *rand.Rand) *Encoder {
	n := adjacency.Rows()
	return &Encoder{
		adjacency: adjacency, W0: vector.Glorot(vector.New(n, hidden), rng), W1: vector.Glorot(vector.New(hidden, out), rng),
		inner: vector.New(n, hidden), hidden: vector.New(n, hidden), outer: vector.New(n, out), out: vector.New(n, out),
		grad0: vector.New(n, hidden), grad1: vector.New(hidden, out),
	}
}

// Forward returns the encoder's output, one row per node. It is valid until the next call.
func (e *Encoder) Forward() vector.Matrix {
	e.adjacency.Times(e.hidden, e.W0)
	parallel.Blocks(e.hidden.Rows, 128, func(_, lo, hi int) {
		h := e.hidden.RowsOf(lo, hi)
		vector.Rectify(h.Data)
		o := e.outer.RowsOf(lo, hi)
		clear(o.Data)
		vector.AddProduct(o, h, e.W1)
	})
	e.adjacency.Times(e.out, e.outer)
	return e.out
}

// Backward backpropagates from the last output of [Encoder.Forward] to W⁰ and W¹. The gradients are
// valid until the next call.
func (e *Encoder) Backward(dout vector.Matrix) (dw0, dw1 vector.Matrix) {
	e.adjacency.Times(e.outer, dout) // Âᵀ = Â
	vector.SumProduct(e.grad1, e.hidden, e.outer)
	turned := vector.Transposed(e.W1)
	parallel.Blocks(e.hidden.Rows, 128, func(_, lo, hi int) {
		h, d := e.hidden.RowsOf(lo, hi), e.inner.RowsOf(lo, hi)
		clear(d.Data)
		vector.AddProduct(d, e.outer.RowsOf(lo, hi), turned)
		vector.Rectified(h.Data, d.Data)
	})
	e.adjacency.Times(e.grad0, e.inner)
	return e.grad0, e.grad1
}

// rows is the number of rows of scores that the graph computes at once.
const rows = 256

// Encode is [Encoder] as a GoMLX graph: Â ReLU(Â W⁰) W¹, [VGAE16] Eq. 1. times multiplies by Â.
func Encode(times func(h *Node) *Node, w0, w1 *Node) *Node {
	return times(MatMul(MaxScalar(times(w0), 0), w1))
}

// KL is [Divergence] with weight 1 as a GoMLX graph.
func KL(mean, logSigma *Node) *Node {
	log := MulScalar(logSigma, 2)
	return MulScalar(ReduceAllSum(Sub(Add(Square(mean), Exp(log)), AddScalar(log, 1))), 0.5)
}

// Loss is [Decoder.CrossEntropy] as a GoMLX graph. u and v are the ends of the edges, [m, 1], or
// nil without edges. The cross-entropy of a pair is softplus(s) if unlinked and softplus(s) - s if
// linked.
func (w Weights) Loss(z, bias, u, v *Node) *Node {
	loops := Add(ReduceSum(Square(z), 1), bias)
	loss := MulScalar(SumSoftplus(loops), w.LoopLinked+w.LoopUnlinked-w.Unlinked/2)
	if w.LoopLinked != 0 {
		loss = Sub(loss, MulScalar(ReduceAllSum(loops), w.LoopLinked))
	}
	for n, lo := z.Shape().Dim(0), 0; lo < n; lo += rows {
		hi := min(lo+rows, n)
		block := Slice(z, AxisRange(lo, hi))
		loss = Add(loss, MulScalar(SumSoftplus(scores(block, block, bias)), w.Unlinked/2))
		if hi < n {
			loss = Add(loss, MulScalar(SumSoftplus(scores(block, Slice(z, AxisRange(hi, n)), bias)), w.Unlinked))
		}
	}
	if u == nil {
		return loss
	}
	linked := Add(ReduceSum(Mul(Gather(z, u), Gather(z, v)), 1), bias)
	if w.Linked != w.Unlinked {
		loss = Add(loss, MulScalar(SumSoftplus(linked), w.Linked-w.Unlinked))
	}
	return Sub(loss, MulScalar(ReduceAllSum(linked), w.Linked))
}

// scores returns a_i·b_j + bias. The bias is a column, so that its gradient is summed row by row.
func scores(a, b, bias *Node) *Node {
	return Add(MatMul(a, Transpose(b, 0, 1)), BroadcastToDims(bias, a.Shape().Dim(0), 1))
}

// SumSoftplus returns Σ ln(1+eˢ) over a list or a matrix of scores. It sums row by row, because
// GoMLX's Go backend sums in float32. Its gradient is σ(s), also at s = 0.
func SumSoftplus(s *Node) *Node {
	value := StopGradient(ReduceAllSum(ReduceSum(Add(MaxScalar(s, 0), Log(AddScalar(Exp(Neg(Abs(s))), 1))), -1)))
	slope := ReduceAllSum(IdentityWithCustomGradient(s, func(s, v *Node) *Node { return Mul(v, Logistic(s)) }))
	return Add(value, Sub(slope, StopGradient(slope)))
}
