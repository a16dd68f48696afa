package dpgcn

import (
	"context"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result = gcn.Result

func (c LapGraph) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return begin(in, c.Classifier, c)
}

func (c Responses) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return begin(in, c.Classifier, c)
}

// begin spends ε of the session's budget on a noisy graph, and trains the network on it.
func begin(in *classification.Input, c gcn.Classifier, noise perturbation) (classification.Fit[*Result], error) {
	d, err := in.Labelled(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		released, err := noise.perturb(run.Session(), d.Nodes)
		if err != nil {
			return nil, err
		}
		task := gcn.TaskOf(d)
		task.Graph = released // no edge is read from here on
		r, err := gcn.Classify(ctx, run, task, c.Network)
		if err == nil {
			r.Edges = released.M()
		}
		return r, err
	}, noise.fits(d.Nodes, float64(in.Session().Budget().Epsilon))
}
