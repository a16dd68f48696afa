package dpar

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// unclipped sums gradients without clipping. It computes each node's output once per step, however
// many rows contain the node.
type unclipped struct {
	model           *Model
	x               *graph.Attributes
	gradient        []float64
	outs            []output
	outputGradients [][]float64 // gradient of the loss with respect to a node's output
	used            []int32     // nodes with a gradient
	mixed           []float64
	back            []float64
}

func newUnclipped(m *Model, x *graph.Attributes) *unclipped {
	return &unclipped{
		model: m, x: x, gradient: make([]float64, len(m.Weights)),
		outs: make([]output, x.Rows()), outputGradients: make([][]float64, x.Rows()),
	}
}

// whole is a gradient with all its coordinates.
type whole []float64

// At implements [rows].
func (g whole) At(from, to int) []float64 { return g[from:to] }

// add adds an example of a step.
func (p *unclipped) add(e example) {
	mixed := vector.Zeros(p.mixed, p.model.Classes) // [DPAR24] Eq. 1
	p.mixed = mixed
	for k, u := range e.nodes {
		if len(p.outputGradients[u]) == 0 {
			p.model.forward(p.x, u, &p.outs[u])
			p.outputGradients[u] = vector.Zeros(p.outputGradients[u], p.model.Classes)
			p.used = append(p.used, u)
		}
		for i, z := range p.outs[u].logits {
			mixed[i] += e.weights[k] * z
		}
	}
	vector.Softmax(mixed)
	mixed[e.class]--
	for k, u := range e.nodes {
		for i, d := range mixed {
			p.outputGradients[u][i] += e.weights[k] * d
		}
	}
}

// take stores the sum in dst and starts a new step.
func (p *unclipped) take(dst []float32) {
	for _, u := range p.used {
		p.back = p.model.backward(p.x, u, &p.outs[u], 1, p.outputGradients[u], whole(p.gradient), p.back)
		p.outputGradients[u] = p.outputGradients[u][:0]
	}
	p.used = p.used[:0]
	for i, g := range p.gradient {
		dst[i] = float32(g)
	}
	clear(p.gradient)
}
