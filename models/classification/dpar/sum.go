package dpar

import (
	"math"

	"github.com/graphdp/graphdp/gdp/graph"
)

// example is a root: nodes whose outputs are mixed with weights, and the class that the
// mixture is to have.
type example struct {
	nodes   []int32
	weights []float64
	class   int32
}

// sum adds up clipped gradients of the cross-entropy of examples.
//
// Each gradient is scaled to norm at most C and cut to whole numbers of a grid, towards 0, and
// these are added as integers: the sum does not depend on an order, and one example there or
// not moves it by no more than its clip (docs/proofs/dpar.md#clipped-sums).
type sum struct {
	model *Model
	x     *graph.Attributes
	clip  float64 // C
	grid  float64 // a power of 2
	whole []int64 // of the grid

	gradient []float64 // of one example
	touched  []int32   // columns of features where it is not 0
	seen     []bool    // columns that are touched
	mixed    []float64 // output of one example
	back     []float64
	outs     []output
}

func newSum(m *Model, x *graph.Attributes, clip float64, terms int) *sum {
	return &sum{
		model: m, x: x, clip: clip, grid: gridOf(clip, terms), whole: make([]int64, len(m.Weights)),
		gradient: make([]float64, len(m.Weights)), seen: make([]bool, m.Columns),
	}
}

// gridOf is the finest grid on which sums of so many clipped terms are float32 numbers:
// whole numbers of the grid below 2²⁴.
func gridOf(clip float64, terms int) float64 {
	_, exponent := math.Frexp(clip * float64(terms))
	return math.Ldexp(1, exponent-24)
}

// below leaves room for the rounding of a norm.
const below = 1 - 0x1p-20

// add adds weight times the clipped gradient of an example. One whose gradient is infinite
// or no number adds nothing.
func (s *sum) add(e example, weight float64) {
	s.differentiate(e)
	square := 0.0
	s.parts(func(gradient []float64, _ []int64) {
		for _, g := range gradient {
			square += g * g
		}
	})
	norm := math.Sqrt(square)
	factor := weight * min(1, s.clip*below/norm) / s.grid
	if norm-norm != 0 || norm == 0 {
		factor = 0
	}
	s.parts(func(gradient []float64, whole []int64) {
		if factor != 0 {
			for i, g := range gradient {
				whole[i] += int64(g * factor)
			}
		}
		clear(gradient)
	})
	for _, c := range s.touched {
		s.seen[c] = false
	}
	s.touched = s.touched[:0]
}

// parts calls f for the parts of the gradient that may not be 0, and of the sum.
func (s *sum) parts(f func(gradient []float64, whole []int64)) {
	h := s.model.Hidden
	for _, c := range s.touched {
		from, to := int(c)*h, (int(c)+1)*h
		f(s.gradient[from:to], s.whole[from:to])
	}
	f(s.gradient[s.model.Columns*h:], s.whole[s.model.Columns*h:])
}

// differentiate adds the gradient of CE(softmax Σ_k π_k H_k, y) to gradient.
func (s *sum) differentiate(e example) {
	m := s.model
	for len(s.outs) < len(e.nodes) {
		s.outs = append(s.outs, output{})
	}
	mixed := zeros(s.mixed, m.Classes) // [DPAR24] Eq. 1
	for k, u := range e.nodes {
		m.forward(s.x, u, &s.outs[k])
		for i, z := range s.outs[k].logits {
			mixed[i] += e.weights[k] * z
		}
	}
	s.mixed = mixed
	softmax(mixed)
	mixed[e.class]-- // ∂CE/∂z
	for k, u := range e.nodes {
		columns, _ := s.x.Row(u)
		for _, c := range columns {
			if !s.seen[c] {
				s.seen[c] = true
				s.touched = append(s.touched, c)
			}
		}
		s.back = m.backward(s.x, u, &s.outs[k], e.weights[k], mixed, s.gradient, s.back)
	}
}

// backward adds to a gradient what a node's output does to a loss whose derivative by that
// output is weight times d. It uses back as memory, and returns it.
func (m *Model) backward(x *graph.Attributes, u int32, o *output, weight float64, d, gradient, back []float64) []float64 {
	second, down := m.second(), gradient[m.Columns*m.Hidden:]
	back = zeros(back, m.Hidden)
	for j, h := range o.hidden {
		if h <= 0 {
			continue
		}
		sum := 0.0
		for c, w := range second[j*m.Classes : (j+1)*m.Classes] {
			down[j*m.Classes+c] += weight * h * d[c]
			sum += d[c] * float64(w)
		}
		back[j] = weight * sum
	}
	columns, values := x.Row(u)
	for i, c := range columns {
		v := float64(values[i]) * o.scale
		row := gradient[int(c)*m.Hidden:][:len(back)]
		for j, b := range back {
			row[j] += v * b
		}
	}
	return back
}

// softmax replaces logits by probabilities.
func softmax(z []float64) {
	top := z[0]
	for _, x := range z {
		top = max(top, x)
	}
	total := 0.0
	for i, x := range z {
		z[i] = math.Exp(x - top)
		total += z[i]
	}
	for i := range z {
		z[i] /= total
	}
}

// take writes the sum to dst and begins a new one. Whole numbers of the grid are written
// without rounding.
func (s *sum) take(dst []float32) {
	for i, n := range s.whole {
		dst[i] = float32(float64(n) * s.grid)
	}
	clear(s.whole)
}
