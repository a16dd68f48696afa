package allpairs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Encoder is two graph convolutions, Â ReLU(Â X W⁰) W¹.
type Encoder struct {
	W0, W1 vector.Matrix

	adjacency                 *sparse.Matrix // Â, symmetric
	features, turned          *sparse.Matrix // X and Xᵀ; nil: the identity
	inner, hidden, outer, out vector.Matrix  // X W⁰ · ReLU(Â X W⁰) · hidden W¹ · Â hidden W¹
	grad0, grad1, w1Turned    vector.Matrix
}

// NewEncoder returns an encoder with weights uniform on ±√(6/(in+out)), after Glorot
// and Bengio (2010). Without features each node is its own: X = I.
func NewEncoder(adjacency, features *sparse.Matrix, hidden, out int, rng *rand.Rand) (*Encoder, error) {
	n := adjacency.Rows()
	width := n
	e := &Encoder{adjacency: adjacency}
	if features != nil {
		if features.Rows() != n {
			return nil, fmt.Errorf("allpairs: features of %d nodes for a graph of %d", features.Rows(), n)
		}
		width, e.features, e.turned = features.Cols(), features, features.Transpose()
	}
	if hidden < 1 || out < 1 || width < 1 {
		return nil, fmt.Errorf("allpairs: an encoder of widths %d, %d, %d", width, hidden, out)
	}
	e.W0, e.W1 = glorot(width, hidden, rng), glorot(hidden, out, rng)
	e.hidden, e.outer, e.out = vector.New(n, hidden), vector.New(n, out), vector.New(n, out)
	e.grad0, e.grad1, e.w1Turned = vector.New(width, hidden), vector.New(hidden, out), vector.New(out, hidden)
	e.inner = vector.New(n, hidden)
	return e, nil
}

func glorot(in, out int, rng *rand.Rand) vector.Matrix {
	w, bound := vector.New(in, out), math.Sqrt(6/float64(in+out))
	for i := range w.Data {
		w.Data[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return w
}

// Forward returns the encoder's output, one row for each node. It stays valid until
// the next call.
func (e *Encoder) Forward() vector.Matrix {
	inner := e.W0
	if e.features != nil {
		inner = e.inner
		e.features.Times(inner, e.W0)
	}
	e.adjacency.Times(e.hidden, inner)
	parallel.Blocks(e.hidden.Rows, 128, func(_, lo, hi int) {
		h := e.hidden.RowsOf(lo, hi)
		for i, v := range h.Data {
			h.Data[i] = max(v, 0)
		}
		o := e.outer.RowsOf(lo, hi)
		clear(o.Data)
		vector.AddProduct(o, h, e.W1)
	})
	e.adjacency.Times(e.out, e.outer)
	return e.out
}

// Backward takes the gradient by what the last call of [Encoder.Forward]
// returned to those by W⁰ and W¹. They stay valid until the next call.
func (e *Encoder) Backward(dout vector.Matrix) (dw0, dw1 vector.Matrix) {
	e.adjacency.Times(e.outer, dout) // Âᵀ = Â
	vector.SumProduct(e.grad1, e.hidden, e.outer)
	for i := range e.W1.Rows {
		for j, w := range e.W1.Row(i) {
			e.w1Turned.Row(j)[i] = w
		}
	}
	parallel.Blocks(e.hidden.Rows, 128, func(_, lo, hi int) {
		h, d := e.hidden.RowsOf(lo, hi), e.inner.RowsOf(lo, hi)
		clear(d.Data)
		vector.AddProduct(d, e.outer.RowsOf(lo, hi), e.w1Turned)
		for i, v := range h.Data {
			if v == 0 {
				d.Data[i] = 0
			}
		}
	})
	if e.features == nil {
		e.adjacency.Times(e.grad0, e.inner)
	} else {
		e.adjacency.Times(e.hidden, e.inner)
		e.turned.Times(e.grad0, e.hidden)
	}
	return e.grad0, e.grad1
}
