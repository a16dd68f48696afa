package features

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
)

// Model is a trained classifier: what leaves the session.
type Model struct {
	Columns int       `json:"columns"` // features of a node
	Hidden  int       `json:"hidden"`
	Classes int       `json:"classes"`
	Unit    bool      `json:"unit"` // features are scaled to norm 1
	W1      []float32 `json:"w1"`   // Columns x Hidden
	W2      []float32 `json:"w2"`   // Hidden x Classes
}

// Logits returns f(x) of node u's features, before the softmax.
func (m *Model) Logits(x *graph.Attributes, u int32) []float32 {
	columns, values := x.Row(u)
	scale := float32(1)
	if m.Unit {
		scale = perceptron.UnitScale(values)
	}
	hidden := make([]float32, m.Hidden)
	for i, c := range columns {
		v := values[i] * scale
		for j, w := range m.W1[int(c)*m.Hidden : (int(c)+1)*m.Hidden] {
			hidden[j] += v * w
		}
	}
	logits := make([]float32, m.Classes)
	for j, h := range hidden {
		for k, w := range m.W2[j*m.Classes : (j+1)*m.Classes] {
			logits[k] += max(h, 0) * w
		}
	}
	return logits
}

// Scores implements [release.Model]: it reads the node's own features. They are the logits,
// or, where these exceed float32, the logits of the features scaled to norm 1.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	if err := readable(net, u, m.Columns); err != nil {
		return nil, err
	}
	scores := m.Logits(net.Attrs, u)
	if slices.ContainsFunc(scores, func(v float32) bool { return v-v != 0 }) { // an overflow
		unit := *m
		unit.Unit = true // f(cx) = c·f(x) for c > 0: the classes are in the same order
		scores = unit.Logits(net.Attrs, u)
	}
	return scores, nil
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classes }
