package gin

import (
	"math"

	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// norm is batch normalisation: columns of mean 0 and variance 1 in training, scaled and moved; in
// tests by the running means and variances of training.
type norm struct {
	scale, shift   *layer.Part
	mean, variance []float32
}

func newNorm(width int) *norm {
	n := &norm{layer.NewPart(1, width, 0, nil), layer.NewPart(1, width, 0, nil), make([]float32, width), make([]float32, width)}
	for k := range width {
		n.scale.Value.Data[k], n.variance[k] = 1, 1
	}
	return n
}

// normed is what a normalisation made of rows, for the gradient.
type normed struct {
	unit, y vector.Matrix
	inverse []float32 // of the standard deviations
}

const momentum, small = 0.1, 1e-5

func (n *norm) forward(x vector.Matrix, training bool) normed {
	s := normed{vector.New(x.Rows, x.Cols), vector.New(x.Rows, x.Cols), make([]float32, x.Cols)}
	mean, square := make([]float64, x.Cols), make([]float64, x.Cols)
	for i := range x.Rows {
		for k, v := range x.Row(i) {
			mean[k] += float64(v) / float64(x.Rows)
		}
	}
	for i := range x.Rows {
		for k, v := range x.Row(i) {
			square[k] += (float64(v) - mean[k]) * (float64(v) - mean[k]) / float64(x.Rows)
		}
	}
	for k := range mean {
		if training {
			n.mean[k] += momentum * (float32(mean[k]) - n.mean[k])
			n.variance[k] += momentum * (float32(square[k]) - n.variance[k])
		} else {
			mean[k], square[k] = float64(n.mean[k]), float64(n.variance[k])
		}
		s.inverse[k] = float32(1 / math.Sqrt(square[k]+small))
	}
	for i := range x.Rows {
		unit, y := s.unit.Row(i), s.y.Row(i)
		for k, v := range x.Row(i) {
			unit[k] = (v - float32(mean[k])) * s.inverse[k]
			y[k] = max(unit[k]*n.scale.Value.Data[k]+n.shift.Value.Data[k], 0) // with the ReLU that comes after it
		}
	}
	return s
}

// backward takes the gradient by the outputs of a training's rows to that by the rows.
func (n *norm) backward(s normed, dy vector.Matrix) vector.Matrix {
	dx, mean, along := vector.New(dy.Rows, dy.Cols), make([]float64, dy.Cols), make([]float64, dy.Cols)
	for i := range dy.Rows {
		d, y, unit := dy.Row(i), s.y.Row(i), s.unit.Row(i)
		for k := range d {
			if y[k] == 0 {
				d[k] = 0
			}
			mean[k] += float64(d[k])
			along[k] += float64(d[k] * unit[k])
		}
	}
	for k := range mean {
		n.shift.Gradient.Data[k] += float32(mean[k])
		n.scale.Gradient.Data[k] += float32(along[k])
		mean[k] /= float64(dy.Rows)
		along[k] /= float64(dy.Rows)
	}
	for i := range dy.Rows {
		d, unit, out := dy.Row(i), s.unit.Row(i), dx.Row(i)
		for k := range d {
			out[k] = n.scale.Value.Data[k] * s.inverse[k] * (d[k] - float32(mean[k]) - unit[k]*float32(along[k]))
		}
	}
	return dx
}
