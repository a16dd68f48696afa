package gcn

import (
	"context"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is the result of a run.
type Result = classification.Result[*release.Scores]

// Begin trains on the edges that the run may read: none on a session.
func (c Classifier) Begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Labelled(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return Classify(ctx, run, TaskOf(d), c.Network)
	}, nil
}

// Classify trains the network on a task, and returns the scores of all nodes.
func Classify(ctx context.Context, run *checkpoint.Run, t Task, c Network) (*Result, error) {
	m, err := Fit(ctx, run, t, c)
	if err != nil {
		return nil, err
	}
	return &Result{Model: m.Scores()}, nil
}

// Model is a trained network, evaluated on the graph it was trained on.
type Model struct {
	Classes int
	Losses  []float64 // the loss at the start of each epoch

	logits []float32
}

// Logits returns node u's row of Z before the softmax: one number per class.
func (m *Model) Logits(u int32) []float32 {
	return m.logits[int(u)*m.Classes : (int(u)+1)*m.Classes]
}

// Predict returns the most likely class of each node.
func (m *Model) Predict() []int32 {
	classes := make([]int32, len(m.logits)/m.Classes)
	for u := range classes {
		row := m.Logits(int32(u))
		for c, z := range row {
			if z > row[classes[u]] {
				classes[u] = int32(c)
			}
		}
	}
	return classes
}

// Scores returns the logits as a release.
func (m *Model) Scores() *release.Scores {
	return &release.Scores{Classes: m.Classes, Values: m.logits}
}
