package dpgs

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/learn/train"
)

// declared is DP-SCGNN without its noise, with its loss, as a GoMLX graph of what [network] and
// [cut] compute. Its weights are a matrix per layer, whose last row holds the biases. w multiplies
// by W, the normalised adjacency matrix.
type declared struct{ w *train.Product }

// assigned returns P, the distribution of each node over clusters. x are the rows of each hop, [n,
// d].
func (*declared) assigned(w, x []*Node) *Node {
	affine := func(x, w *Node) *Node {
		in := x.Shape().Dim(1)
		return Add(MatMul(x, Slice(w, AxisRange(0, in))), Slice(w, AxisRange(in)))
	}
	perceptron := func(x *Node, w []*Node) *Node {
		return affine(train.Rectify(affine(x, w[0])), w[1])
	}
	var hops []*Node
	for h := range x {
		hops = append(hops, perceptron(x[h], w[2*h:])) // [DPGS] Eq. 1, COMBINE
	}
	return Softmax(perceptron(Concatenate(hops, 1), w[2*len(x):])) // [DPGS] Eq. 2
}

// loss returns L_c + L_o. The inputs are the rows of each hop, the row sums of W, [n, 1], the
// entries of W, and the inputs of the product with W.
func (d *declared) loss(w, in []*Node) *Node {
	hops := len(w)/2 - 1
	p, degrees, entries, product := d.assigned(w, in[:hops]), in[hops], in[hops+1], in[hops+2:]
	sum := func(x *Node) *Node { return ReduceAllSum(ConvertDType(ReduceSum(x, -1), dtypes.Float64)) }
	above, below := sum(Mul(p, d.w.Times(product, entries, p))), sum(Mul(degrees, Square(p)))
	cut := Neg(Div(above, MaxScalar(below, 1e-30))) // [DPGS] Sec. 4.2, L_c; 0 without an edge
	s := MatMul(Transpose(p, 0, 1), p)              // [k, k]
	k := s.Shape().Dim(0)
	equal := DiagonalWithValue(Scalar(s.Graph(), s.DType(), 1/math.Sqrt(float64(k))), k) // I/√k
	apart := sum(Square(Sub(Div(s, Sqrt(ReduceAllSum(Square(s)))), equal)))
	return Add(cut, Sqrt(MaxScalar(apart, 1e-12))) // [DPGS] Sec. 4.2, L_o
}

// declare returns the network with its loss and a function that makes its inputs.
func declare(m *network, c cut) (n train.Network, inputs func() []any) {
	shapes := lists.Map(m.dims, func(d [2]int) []int { return []int{d[0] + 1, d[1]} })
	d := new(declared)
	return train.Network{Weights: train.Vectors(shapes...), Loss: d.loss}, func() (in []any) {
		for h := range m.hops + 1 {
			x := m.x[2*h]
			in = append(in, tensors.FromFlatDataAndDimensions(x.Data, x.Rows, x.Cols))
		}
		degrees := lists.Convert[float32](c.degrees)
		_, _, entries := c.weights.Entries()
		in = append(in, tensors.FromFlatDataAndDimensions(degrees, len(degrees), 1), tensors.FromFlatDataAndDimensions(entries, len(entries)))
		d.w = train.NewProduct(c.weights)
		return append(in, d.w.Inputs()...)
	}
}

// layers splits a list of parameters or gradients by layer.
func (m *network) layers(parameters []float32) (list []any) {
	for l, d := range m.dims {
		list = append(list, parameters[m.at[l]:][:(d[0]+1)*d[1]])
	}
	return list
}
