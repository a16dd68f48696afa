package dpar

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Model is a trained classifier, the released model.
type Model struct {
	Columns int       `json:"columns"` // number of features
	Hidden  int       `json:"hidden"`
	Classes int       `json:"classes"`
	Unit    bool      `json:"unit"`    // features are scaled to norm 1
	Weights []float32 `json:"weights"` // W₁, Columns × Hidden, then W₂, Hidden × Classes
	mixing
}

// output is the forward pass of a node.
type output struct {
	scale  float64   // of the features
	hidden []float64 // W₁ x, before ReLU
	logits []float64
}

// forward computes H_u = f(x_u) into o.
func (m *Model) forward(x *graph.Attributes, u int32, o *output) {
	columns, values := x.Row(u)
	if o.scale = 1; m.Unit {
		o.scale = float64(perceptron.UnitScale(values))
	}
	o.hidden, o.logits = vector.Zeros(o.hidden, m.Hidden), vector.Zeros(o.logits, m.Classes)
	for i, c := range columns {
		v := float64(values[i]) * o.scale
		for j, w := range m.Weights[int(c)*m.Hidden : (int(c)+1)*m.Hidden] {
			o.hidden[j] += v * float64(w)
		}
	}
	second := m.second()
	for j, h := range o.hidden {
		if h > 0 {
			for k, w := range second[j*m.Classes : (j+1)*m.Classes] {
				o.logits[k] += h * float64(w)
			}
		}
	}
}

// second returns W₂.
func (m *Model) second() []float32 { return m.Weights[m.Columns*m.Hidden:] }

// initial initialises the weights.
func (m *Model) initial(rng *rand.Rand) {
	m.Weights = make([]float32, m.Hidden*(m.Columns+m.Classes))
	vector.Glorot(vector.Dense(m.Weights[:m.Columns*m.Hidden], m.Hidden), rng)
	vector.Glorot(vector.Dense(m.second(), m.Classes), rng)
}

// Scores implements [release.Model].
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	return m.mixed(net, u, func(u int32) ([]float64, error) {
		if x := net.Attrs; x == nil || x.Cols() != m.Columns || int(u) >= x.Rows() {
			return nil, fmt.Errorf("dpar: the model takes %d features per node", m.Columns)
		}
		var o output
		m.forward(net.Attrs, u, &o)
		return o.logits, nil
	})
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classes }
