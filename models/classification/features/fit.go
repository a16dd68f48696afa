package features

import (
	"fmt"

	gomlx "github.com/gomlx/gomlx/core/graph"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
)

// fit returns the training of a model on some nodes that the settings ask for.
func (c settings) fit(m *Model, nodes []int32, steps int, seed uint64) *perceptron.Fit {
	squares := c.Dropout == 0 // which changes them
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

// data returns what a training reads.
func (c settings) data(net *graph.Network) (perceptron.Data, error) {
	if net.Attrs == nil || net.Labels == nil {
		return perceptron.Data{}, fmt.Errorf("features: %w", method.Lacking(net.Attrs != nil, net.Labels != nil))
	}
	return perceptron.Data{Rows: perceptron.Features(net.Attrs, c.Unit), Labels: net.Labels}, nil
}
