package gcn

import (
	"context"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is what a run gives.
type Result = classification.Result[*release.Scores]

// Begin trains on the edges that a run may look at: on a session there are none.
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
