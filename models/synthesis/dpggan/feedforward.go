package dpggan

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// network is a feed-forward network: affine layers with a ReLU between them, none after the last.
// Its weights and biases are one list, and so is a gradient.
type network struct {
	widths     []int // the input's first
	parameters []float32
}

// newNetwork returns a network with layers of the given widths. Weights are uniform on
// ±√(6/(in+out)), biases 0.
func newNetwork(rng *rand.Rand, widths ...int) *network {
	size := 0
	for l, in := range widths[:len(widths)-1] {
		size += (in + 1) * widths[l+1]
	}
	f := &network{widths, make([]float32, size)}
	for l := range len(widths) - 1 {
		weights, _ := f.layer(f.parameters, l)
		vector.Glorot(weights, rng)
	}
	return f
}

// layer returns a layer's view of a list of parameters or gradients.
func (f *network) layer(list []float32, l int) (weights vector.Matrix, bias []float32) {
	for k, in := range f.widths[:l] {
		list = list[(in+1)*f.widths[k+1]:]
	}
	in, out := f.widths[l], f.widths[l+1]
	return vector.Dense(list[:in*out], out), list[in*out:][:out]
}

// forward returns the network's output for every row of x, and the inputs of its layers for
// [network.backward].
func (f *network) forward(x vector.Matrix) (y vector.Matrix, inputs []vector.Matrix) {
	for l := range len(f.widths) - 1 {
		if l > 0 {
			vector.Rectify(y.Data)
			x = y
		}
		inputs = append(inputs, x)
		weights, bias := f.layer(f.parameters, l)
		y = vector.New(x.Rows, weights.Cols)
		for u := range y.Rows {
			copy(y.Row(u), bias)
		}
		vector.AddProduct(y, x, weights)
	}
	return y, inputs
}

// backward backpropagates to the rows of x and adds the gradient of the parameters to gradient,
// unless that is nil.
func (f *network) backward(inputs []vector.Matrix, dy vector.Matrix, gradient []float32) vector.Matrix {
	for l := len(inputs) - 1; l >= 0; l-- {
		x := inputs[l]
		if gradient != nil {
			weights, bias := f.layer(gradient, l)
			vector.AddTransposeProduct(weights, x, dy)
			for u := range dy.Rows {
				vector.AddScaled(bias, 1, dy.Row(u))
			}
		}
		weights, _ := f.layer(f.parameters, l)
		dx := vector.New(x.Rows, x.Cols)
		vector.AddProduct(dx, dy, vector.Transposed(weights))
		if l > 0 {
			vector.Rectified(x.Data, dx.Data) // x is the output of the ReLU below
		}
		dy = dx
	}
	return dy
}
