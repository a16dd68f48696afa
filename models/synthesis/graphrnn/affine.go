package graphrnn

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/train/vector"
)

// part is a matrix of parameters with its gradient and its moments.
type part struct{ value, gradient, first, second vector.Matrix }

// newPart returns a matrix that is uniform on ±bound.
func newPart(rows, cols int, bound float64, rng *rand.Rand) *part {
	p := &part{vector.New(rows, cols), vector.New(rows, cols), vector.New(rows, cols), vector.New(rows, cols)}
	if bound > 0 {
		for i := range p.value.Data {
			p.value.Data[i] = float32(bound * (2*rng.Float64() - 1))
		}
	}
	return p
}

// affine is a layer x ↦ xW + b, with a ReLU or without.
type affine struct {
	weights, bias *part
	rectified     bool
}

// newAffine has weights that are uniform on ±√(6/(in+out)), and no bias.
func newAffine(in, out int, rectified bool, rng *rand.Rand) affine {
	return affine{newPart(in, out, math.Sqrt(6/float64(in+out)), rng), newPart(1, out, 0, nil), rectified}
}

func (l affine) parts() []*part { return []*part{l.weights, l.bias} }

// forward returns the layer's output for every row.
func (l affine) forward(x vector.Matrix) vector.Matrix {
	y := repeated(l.bias.value.Data, x.Rows)
	vector.AddProduct(y, x, l.weights.value)
	if l.rectified {
		for i, v := range y.Data {
			y.Data[i] = max(v, 0)
		}
	}
	return y
}

// backward adds the gradient by the parameters, and returns that by the rows x. It overwrites dy.
func (l affine) backward(x, y, dy vector.Matrix) vector.Matrix {
	if l.rectified {
		for i, v := range y.Data {
			if v == 0 {
				dy.Data[i] = 0
			}
		}
	}
	vector.AddTransposeProduct(l.weights.gradient, x, dy)
	addRows(l.bias.gradient.Data, dy)
	dx := vector.New(x.Rows, x.Cols)
	vector.AddProduct(dx, dy, transposed(l.weights.value))
	return dx
}

// repeated returns a matrix of equal rows.
func repeated(row []float32, rows int) vector.Matrix {
	m := vector.New(rows, len(row))
	for i := range rows {
		copy(m.Row(i), row)
	}
	return m
}

// addRows adds all rows of m to sum.
func addRows(sum []float32, m vector.Matrix) {
	for i := range m.Rows {
		vector.AddScaled(sum, 1, m.Row(i))
	}
}

func transposed(m vector.Matrix) vector.Matrix {
	t := vector.New(m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Stride+i] = v
		}
	}
	return t
}
