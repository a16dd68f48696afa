package dpar

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// example is a root: nodes whose outputs are mixed with weights, and the target class of the
// mixture.
type example struct {
	nodes   []int32
	weights []float64
	class   int32
}

// gradients computes gradients of the cross-entropy of examples.
type gradients struct {
	model *Model
	x     *graph.Attributes

	mixed []float64 // output of one example
	back  []float64
	outs  []output
}

// rows is the destination of a gradient: coordinates from … to-1.
type rows interface{ At(from, to int) []float64 }

// add adds the gradient of CE(softmax Σ_k π_k H_k, y).
func (s *gradients) add(e example, to rows) {
	m := s.model
	for len(s.outs) < len(e.nodes) {
		s.outs = append(s.outs, output{})
	}
	mixed := vector.Zeros(s.mixed, m.Classes) // [DPAR24] Eq. 1
	for k, u := range e.nodes {
		m.forward(s.x, u, &s.outs[k])
		for i, z := range s.outs[k].logits {
			mixed[i] += e.weights[k] * z
		}
	}
	s.mixed = mixed
	vector.Softmax(mixed)
	mixed[e.class]-- // ∂CE/∂z
	for k, u := range e.nodes {
		s.back = m.backward(s.x, u, &s.outs[k], e.weights[k], mixed, to, s.back)
	}
}

// backward adds the gradient through a node's output, where the loss has derivative weight · d with
// respect to that output. It uses back as scratch memory, and returns it.
func (m *Model) backward(x *graph.Attributes, u int32, o *output, weight float64, d []float64, to rows, back []float64) []float64 {
	second, down := m.second(), to.At(m.Columns*m.Hidden, len(m.Weights))
	back = vector.Zeros(back, m.Hidden)
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
		row := to.At(int(c)*m.Hidden, int(c+1)*m.Hidden)
		for j, b := range back {
			row[j] += v * b
		}
	}
	return back
}
