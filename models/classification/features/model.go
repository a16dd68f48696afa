package features

import (
	"fmt"
	"slices"

	gomlx "github.com/gomlx/gomlx/core/graph"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
)

// Model is a trained classifier, the released model.
type Model struct {
	Columns int       `json:"columns"` // number of features
	Hidden  int       `json:"hidden"`
	Classes int       `json:"classes"`
	Unit    bool      `json:"unit"` // features are scaled to norm 1
	W1      []float32 `json:"w1"`   // Columns × Hidden
	W2      []float32 `json:"w2"`   // Hidden × Classes
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

// Scores implements [release.Model] from the node's own features. It returns the logits, or those
// of the features scaled to norm 1 if the logits overflow float32.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	if err := readable(net, u, m.Columns); err != nil {
		return nil, err
	}
	scores := m.Logits(net.Attrs, u)
	if slices.ContainsFunc(scores, func(v float32) bool { return v-v != 0 }) { // an overflow
		unit := *m
		unit.Unit = true // f(cx) = c·f(x) for c > 0: the order of the classes stays
		scores = unit.Logits(net.Attrs, u)
	}
	return scores, nil
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classes }

// fit returns the training of a model on the given nodes.
func (c settings) fit(m *Model, nodes []int32, steps int, seed uint64) *perceptron.Fit {
	squares := c.Dropout == 0 // training changes the weights in place
	f := &perceptron.Fit{
		Model: m.shape(), Columns: m.Columns, Classes: m.Classes, Records: nodes, Batch: c.Batch, Steps: steps,
		Optimiser: train.DefaultAdam(c.Rate), Decay: c.Decay, Clip: c.Clip, Squares: squares, Seed: seed, Backend: c.Backend,
	}
	if squares {
		f.Model.Chain = &train.Chain{Layers: []train.Layer{{Weight: 0, Bias: -1, Active: train.ReLU}, {Weight: 1, Bias: -1}}, Squares: true}
	}
	f.Model.Loss = func(tape *train.Tape, x []*gomlx.Node) *gomlx.Node {
		if squares {
			tape.Squares(x[0], x[2])
		}
		hidden := gomlx.MaxScalar(tape.Linear(0, tape.Dropout(c.Dropout, x[0])), 0)
		return train.CrossEntropy(tape.Linear(1, tape.Dropout(c.Dropout, hidden)), x[1])
	}
	return f
}

// data returns the training data.
func (c settings) data(net *graph.Network) (perceptron.Data, error) {
	if net.Attrs == nil || net.Labels == nil {
		return perceptron.Data{}, fmt.Errorf("features: %w", method.Lacking(net.Attrs != nil, net.Labels != nil))
	}
	return perceptron.Data{Rows: perceptron.Features(net.Attrs, c.Unit), Labels: net.Labels}, nil
}
