// Package layer has layers whose gradients are written by hand, for networks that do not fit into a
// fixed graph of computations: sequences of any length, and steps that depend on what was drawn.
package layer

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// Part is a matrix of parameters with its gradient and its moments.
type Part struct{ Value, Gradient, First, Second vector.Matrix }

// NewPart returns a matrix that is uniform on ±bound.
func NewPart(rows, cols int, bound float64, rng *rand.Rand) *Part {
	p := &Part{vector.New(rows, cols), vector.New(rows, cols), vector.New(rows, cols), vector.New(rows, cols)}
	if bound > 0 {
		for i := range p.Value.Data {
			p.Value.Data[i] = float32(bound * (2*rng.Float64() - 1))
		}
	}
	return p
}

// Values are what training changes, for a checkpoint.
func (p *Part) Values() []any { return []any{p.Value.Data, p.First.Data, p.Second.Data} }

// Step takes step t of Adam, the first being 1.
func (p *Part) Step(t int, rate float64) {
	vector.Adam(p.Value.Data, p.Gradient.Data, p.First.Data, p.Second.Data, t, rate)
}

// Affine is a layer x ↦ xW + b, with a ReLU or without.
type Affine struct {
	Weights, Bias *Part
	Rectified     bool
}

// NewAffine has weights that are uniform on ±√(6/(in+out)), and no bias.
func NewAffine(in, out int, rectified bool, rng *rand.Rand) Affine {
	return Affine{NewPart(in, out, math.Sqrt(6/float64(in+out)), rng), NewPart(1, out, 0, nil), rectified}
}

// Parts lists the parameters.
func (l Affine) Parts() []*Part { return []*Part{l.Weights, l.Bias} }

// Forward returns the layer's output for every row.
func (l Affine) Forward(x vector.Matrix) vector.Matrix {
	y := Repeated(l.Bias.Value.Data, x.Rows)
	vector.AddProduct(y, x, l.Weights.Value)
	if l.Rectified {
		for i, v := range y.Data {
			y.Data[i] = max(v, 0)
		}
	}
	return y
}

// Backward adds the gradient by the parameters, and returns that by the rows x. It overwrites dy.
func (l Affine) Backward(x, y, dy vector.Matrix) vector.Matrix {
	if l.Rectified {
		for i, v := range y.Data {
			if v == 0 {
				dy.Data[i] = 0
			}
		}
	}
	vector.AddTransposeProduct(l.Weights.Gradient, x, dy)
	AddRows(l.Bias.Gradient.Data, dy)
	dx := vector.New(x.Rows, x.Cols)
	vector.AddProduct(dx, dy, Transposed(l.Weights.Value))
	return dx
}

// Repeated returns a matrix of equal rows.
func Repeated(row []float32, rows int) vector.Matrix {
	m := vector.New(rows, len(row))
	for i := range rows {
		copy(m.Row(i), row)
	}
	return m
}

// AddRows adds all rows of m to sum.
func AddRows(sum []float32, m vector.Matrix) {
	for i := range m.Rows {
		vector.AddScaled(sum, 1, m.Row(i))
	}
}

// Transposed returns the transpose.
func Transposed(m vector.Matrix) vector.Matrix {
	t := vector.New(m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Stride+i] = v
		}
	}
	return t
}
