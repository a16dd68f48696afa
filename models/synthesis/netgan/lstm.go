package netgan

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// lstm is a cell of long short-term memory:
//
//	i, f, o = σ(…)   g = tanh(…)   of xW + hU + b
//	c' = f·c + i·g   h' = o·tanh(c')
type lstm struct {
	width              int
	input, state, bias *layer.Part // each with the columns of i, f, o and g
}

// newLSTM has weights that are uniform on ±√(6/(in+width)) and ±1/√width, and remembers at first:
// b_f is 1.
func newLSTM(in, width int, rng *rand.Rand) lstm {
	l := lstm{
		width, layer.NewPart(in, 4*width, math.Sqrt(6/float64(in+width)), rng),
		layer.NewPart(width, 4*width, 1/math.Sqrt(float64(width)), rng), layer.NewPart(1, 4*width, 0, nil),
	}
	for k := range width {
		l.bias.Value.Data[width+k] = 1
	}
	return l
}

func (l lstm) parts() []*layer.Part { return []*layer.Part{l.input, l.state, l.bias} }

// memory is a cell's state: h is what it says, c what it keeps.
type memory struct{ h, c vector.Matrix }

// moment is what a cell made of a step, for the way back.
type moment struct {
	memory
	x      vector.Matrix
	before memory
	gates  vector.Matrix // i, f, o and g
	kept   vector.Matrix // tanh(c')
}

// tanh replaces every x by tanh(x).
func tanh(x []float32) {
	for k := range x {
		x[k] *= 2
	}
	vector.Logistic(x)
	for k := range x {
		x[k] = 2*x[k] - 1
	}
}

// forward takes a step.
func (l lstm) forward(x vector.Matrix, before memory) *moment {
	w := l.width
	s := &moment{memory{vector.New(x.Rows, w), vector.New(x.Rows, w)}, x, before, layer.Repeated(l.bias.Value.Data, x.Rows), vector.New(x.Rows, w)}
	vector.AddProduct(s.gates, x, l.input.Value)
	vector.AddProduct(s.gates, before.h, l.state.Value)
	for b := range x.Rows {
		row, h, c, kept, was := s.gates.Row(b), s.h.Row(b), s.c.Row(b), s.kept.Row(b), before.c.Row(b)
		vector.Logistic(row[:3*w])
		tanh(row[3*w:])
		for k := range c {
			c[k] = row[w+k]*was[k] + row[k]*row[3*w+k]
		}
		copy(kept, c)
		tanh(kept)
		for k := range h {
			h[k] = row[2*w+k] * kept[k]
		}
	}
	return s
}

// backward adds the gradient by the parameters, and returns those by x and by the state before.
func (l lstm) backward(s *moment, d memory) (dx vector.Matrix, dBefore memory) {
	w := l.width
	sums := vector.New(s.x.Rows, 4*w) // by the sums inside the gates
	dBefore = memory{vector.New(s.x.Rows, w), vector.New(s.x.Rows, w)}
	for b := range s.x.Rows {
		row, kept, was, dh, dc, a, next := s.gates.Row(b), s.kept.Row(b), s.before.c.Row(b), d.h.Row(b), d.c.Row(b), sums.Row(b), dBefore.c.Row(b)
		for k := range kept {
			i, f, o, g := row[k], row[w+k], row[2*w+k], row[3*w+k]
			of := dc[k] + dh[k]*o*(1-kept[k]*kept[k])
			a[k] = of * g * i * (1 - i)
			a[w+k] = of * was[k] * f * (1 - f)
			a[2*w+k] = dh[k] * kept[k] * o * (1 - o)
			a[3*w+k] = of * i * (1 - g*g)
			next[k] = of * f
		}
	}
	vector.AddTransposeProduct(l.input.Gradient, s.x, sums)
	vector.AddTransposeProduct(l.state.Gradient, s.before.h, sums)
	layer.AddRows(l.bias.Gradient.Data, sums)
	dx = vector.New(s.x.Rows, s.x.Cols)
	vector.AddProduct(dx, sums, layer.Transposed(l.input.Value))
	vector.AddProduct(dBefore.h, sums, layer.Transposed(l.state.Value))
	return dx, dBefore
}
