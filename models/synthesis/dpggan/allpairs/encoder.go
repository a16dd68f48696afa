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
