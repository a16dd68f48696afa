package gcn

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is what a run gives.
type Result = classification.Result[*release.Scores]

// Run runs a private mode: the control, which costs nothing at edge level.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	return classification.Run(ctx, s, "gcn", c, w, Config.begin)
}

// RunPlain trains the network on a graph that may be looked at.
func RunPlain(ctx context.Context, net *graph.Network, c Whole, seed uint64, w *checkpoint.Watch) (*Result, error) {
	return classification.RunPlain(ctx, net, "gcn", c, seed, w, Whole.Begin)
}

func (c Edgeless) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return c.Begin(in)
}

// Begin trains on the edges that may be looked at: on a session there are none.
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
