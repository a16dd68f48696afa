package dpar

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/perceptron"
)

// Model is a trained classifier: what leaves the session.
type Model struct {
	Columns int       `json:"columns"` // features of a node
	Hidden  int       `json:"hidden"`
	Classes int       `json:"classes"`
	Unit    bool      `json:"unit"`    // features are scaled to norm 1
	Weights []float32 `json:"weights"` // W₁, Columns x Hidden, then W₂, Hidden x Classes
	// Outputs of test nodes are mixed: [DPAR24] Eq. 4.
	Teleport float64 `json:"teleport"` // α
	reach
}

// output is where a node's features lead to.
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
	o.hidden, o.logits = zeros(o.hidden, m.Hidden), zeros(o.logits, m.Classes)
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

// second is W₂.
func (m *Model) second() []float32 { return m.Weights[m.Columns*m.Hidden:] }

// zeros is a slice of n zeros, x where that is long enough.
func zeros(x []float64, n int) []float64 {
	x = slices.Grow(x[:0], n)[:n]
	clear(x)
	return x
}

// initial draws weights uniformly from ±√(6/(in+out)), after Glorot and Bengio (2010).
func (m *Model) initial(rng *rand.Rand) {
	m.Weights = make([]float32, m.Hidden*(m.Columns+m.Classes))
	first, second := math.Sqrt(6/float64(m.Columns+m.Hidden)), math.Sqrt(6/float64(m.Hidden+m.Classes))
	for i := range m.Weights {
		bound := first
		if i >= m.Columns*m.Hidden {
			bound = second
		}
		m.Weights[i] = float32(bound * (2*rng.Float64() - 1))
	}
}

// Scores implements [release.Model]. For a test node of the graph that the model is for, it
// is a row of
//
//	Q(0) = H,  Q(p) = (1-α) D⁻¹ A Q(p-1) + α H,  p = 1 … P,
//
// with A and D of the test nodes alone, each with a loop: [DPAR24] Eq. 4. It reads the
// features and the edges of test nodes that are near, in the clear, which the guarantee does
// not cover. For any other node it is f of its own features.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	hops, err := m.hops(net, u)
	switch {
	case err != nil:
		return nil, err
	case net.Attrs == nil || net.Attrs.Cols() != m.Columns:
		return nil, fmt.Errorf("dpar: the model takes %d features a node", m.Columns)
	case int(u) >= net.Attrs.Rows():
		return nil, fmt.Errorf("dpar: node %d is not one of the %d nodes", u, net.Attrs.Rows())
	}
	p := propagation{model: m, net: net}
	row, largest := p.at(u, hops), 0.0
	for _, q := range row {
		largest = max(largest, math.Abs(q))
	}
	scale := min(1, math.MaxFloat32/largest) // keeps the order of scores that float32 cannot hold
	scores := make([]float32, m.Classes)
	for i, q := range row {
		scores[i] = float32(q * scale)
	}
	return scores, nil
}

// propagation computes rows of Q(p) for a node and those near it, each once.
type propagation struct {
	model *Model
	net   *graph.Network
	known map[place][]float64
}

// place is a row of Q(p).
type place struct {
	u int32
	p int
}

func (q *propagation) at(u int32, p int) []float64 {
	if row, ok := q.known[place{u, p}]; ok {
		return row
	}
	m := q.model
	var row []float64
	if p == 0 {
		var o output
		m.forward(q.net.Attrs, u, &o)
		row = o.logits
	} else {
		row = slices.Clone(q.at(u, p-1)) // the loop
		degree := 1.0
		for _, v := range q.net.Graph.Neighbors(u) {
			if m.isTest(v) {
				degree++
				for i, x := range q.at(v, p-1) {
					row[i] += x
				}
			}
		}
		for i, h := range q.at(u, 0) {
			row[i] = (1-m.Teleport)*row[i]/degree + m.Teleport*h // [DPAR24] Eq. 4
		}
	}
	if q.known == nil {
		q.known = map[place][]float64{}
	}
	q.known[place{u, p}] = row
	return row
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classes }
