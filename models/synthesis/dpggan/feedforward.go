package dpggan

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// network is a feed-forward network: affine layers with a ReLU between two of them, and none
// after the last. Its weights and biases are one list, and so is a gradient by them.
type network struct {
	parameters []float32
	layers     []layer
}

// layer is an affine layer, a part of the list of parameters.
type layer struct {
	weights vector.Matrix
	bias    []float32
	at      int // where it begins in the list
}

// newNetwork returns a network of layers of the given widths, the input's first. Weights are
// uniform on ±√(6/(in+out)), biases are 0.
func newNetwork(rng *rand.Rand, widths ...int) *network {
	size := 0
	for l := range len(widths) - 1 {
		size += (widths[l] + 1) * widths[l+1]
	}
	f, at := &network{parameters: make([]float32, size)}, 0
	for l := range len(widths) - 1 {
		in, out := widths[l], widths[l+1]
		end := at + in*out
		x := layer{vector.Dense(f.parameters[at:end], out), f.parameters[end : end+out], at}
		allpairs.Glorot(x.weights, rng)
		f.layers, at = append(f.layers, x), end+out
	}
	return f
}

// pass holds what a network made of rows, for the way back.
type pass struct{ inputs []vector.Matrix }

// forward returns the network's output for every row of x, and how it came about.
func (f *network) forward(x vector.Matrix) (vector.Matrix, pass) {
	var p pass
	for i, l := range f.layers {
		p.inputs = append(p.inputs, x)
		y := vector.New(x.Rows, l.weights.Cols)
		for u := range y.Rows {
			copy(y.Row(u), l.bias)
		}
		vector.AddProduct(y, x, l.weights)
		if i < len(f.layers)-1 {
			rectify(y.Data)
		}
		x = y
	}
	return x, p
}

// rectify is the ReLU.
func rectify(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}

// masked puts 0 where a rectified number is 0.
func masked(gradient, rectified []float32) {
	for i, v := range rectified {
		if v == 0 {
			gradient[i] = 0
		}
	}
}

// transposed returns the transpose.
func transposed(m vector.Matrix) vector.Matrix {
	t := vector.New(m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Stride+i] = v
		}
	}
	return t
}

// backward takes the gradient by the outputs of a pass to that by its rows, and adds the one
// by the parameters to a list, unless that is nil. It overwrites the gradient that it is given.
func (f *network) backward(p pass, dy vector.Matrix, gradient []float32) vector.Matrix {
	for i := len(f.layers) - 1; i >= 0; i-- {
		l, x := f.layers[i], p.inputs[i]
		if gradient != nil {
			end := l.at + len(l.weights.Data)
			vector.AddTransposeProduct(vector.Dense(gradient[l.at:end], l.weights.Cols), x, dy)
			for u := range dy.Rows {
				vector.AddScaled(gradient[end:end+len(l.bias)], 1, dy.Row(u))
			}
		}
		dx := vector.New(x.Rows, x.Cols)
		vector.AddProduct(dx, dy, transposed(l.weights))
		if i > 0 {
			masked(dx.Data, x.Data) // x is what the ReLU of the layer below let through
		}
		dy = dx
	}
	return dy
}
