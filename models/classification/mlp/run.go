package mlp

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result = classification.Result[*Model]

// begin trains on features and labels, which are public at edge level.
func (c Plain) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Public(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	net, err := net(d, c.Layers, c.Hidden, c.Activation, c.BatchNorm)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		f := net.Fit(d.Known, c.Rate)
		f.Steps, f.Decay, f.Backend = c.Epochs, c.Decay, c.Backend
		defer f.Close()
		if err := f.Open(net.First(run.Stream("initial weights"))); err != nil {
			return nil, err
		}
		data := perceptron.Data{Rows: perceptron.Features(d.Attrs, c.Unit), Labels: d.Labels}
		weights, err := f.Train(ctx, run, func() (perceptron.Data, error) { return data, nil })
		if err != nil {
			return nil, err
		}
		r := &Result{Model: &Model{perceptron.NewModel(net, weights, data, d.Known), c.Unit}}
		r.Steps = f.Steps
		return r, nil
	}, err
}

// private returns the net of a mode that protects features and labels.
func private(in *classification.Input, c Untrained) (*classification.Data, perceptron.Net, error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, perceptron.Net{}, err
	}
	n, err := net(d, c.Layers, c.Hidden, c.Activation, false)
	return d, n, err
}

// begin trains with noisy gradients, paid for by the session's budget.
func (c Private) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, net, err := private(in, Untrained{c.Classes, c.Layers, c.Hidden, c.Activation, c.Split})
	if err != nil {
		return nil, err
	}
	b, err := in.Gaussian()
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		f := net.Fit(d.Split.Train, c.Rate)
		f.Batch, f.Clip, f.Decay, f.Backend = c.Batch, c.Clip, c.Decay, c.Backend
		f.Steps = f.Epochs(c.Epochs)
		defer f.Close()
		if err := f.Open(net.First(run.Stream("initial weights"))); err != nil {
			return nil, err
		}
		plan, err := f.Plan("training").Calibrate(run.Session(), b)
		if err != nil {
			return nil, err
		}
		training, err := f.Pay(run, plan)
		if err != nil {
			return nil, err
		}
		weights, err := f.Train(ctx, run, func() (perceptron.Data, error) {
			private := training.Data().Network
			return perceptron.Data{Rows: perceptron.Features(private.Attrs, c.Unit), Labels: private.Labels}, nil
		})
		r := &Result{Model: &Model{&perceptron.Model{Net: net, Parameters: weights}, c.Unit}}
		r.Details = classification.Details{Steps: plan.Steps, Rate: f.Rate(), Multiplier: plan.Multiplier}
		return r, err
	}, err
}

// begin returns the initial weights.
func (c Untrained) begin(in *classification.Input) (classification.Fit[*Result], error) {
	_, net, err := private(in, c)
	return func(_ context.Context, run *checkpoint.Run) (*Result, error) {
		return &Result{Model: &Model{Net: &perceptron.Model{Net: net, Parameters: net.First(run.Stream("initial weights"))}}}, nil
	}, err
}

// Model is a trained classifier, the released model.
type Model struct {
	Net  *perceptron.Model `json:"net"`
	Unit bool              `json:"unit"` // features are scaled to norm 1
}

// Scores implements [release.Model] from the node's own features.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	if net == nil || net.Attrs == nil {
		return nil, fmt.Errorf("mlp: the model takes %d features per node", m.Net.Channels[0])
	}
	scores, _, err := m.Net.Outputs(perceptron.Features(net.Attrs, m.Unit), []int32{u})
	if err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	return scores, nil
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Net.Classes() }
