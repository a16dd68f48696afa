package mlp

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// Result is what a run gives.
type Result struct {
	Model      *Model         `json:"model"`
	Split      split.Nodes    `json:"split"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [Train]
	Steps      int            `json:"steps"`
	Rate       float64        `json:"sampling_rate,omitempty"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
}

// guaranteed returns the result with what protects it.
func (r *Result) guaranteed(s *gdp.Session) (*Result, error) {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return r, err
}

// Run trains on features and labels, which are public at edge level.
func Run(ctx context.Context, s *gdp.Session, c Plain, w *checkpoint.Watch) (*Result, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("mlp: under the relation %v labels and features are private; take mode published-ndp or strict", s.Relation())
	case p.Attrs == nil || p.Labels == nil:
		return nil, fmt.Errorf("mlp: %w", method.Lacking(p.Attrs != nil, p.Labels != nil))
	}
	f, err := c.open(p.Attrs, p.Labels, len(p.Classes))
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "mlp", c, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := f.learn(ctx, run)
		if err != nil {
			return nil, err
		}
		return r.guaranteed(run.Session())
	})
}

// Train does the same on the plain network.
func Train(ctx context.Context, net *graph.Network, c Plain, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if net == nil || net.Graph == nil {
		return nil, errors.New("mlp: no network")
	}
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	f, err := c.open(net.Attrs, net.Labels, len(net.Classes))
	if err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "mlp", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		return f.learn(ctx, run)
	})
}

// plain is a training without noise that can begin.
type plain struct {
	config Plain
	net    perceptron.Net
	data   perceptron.Data
	split  split.Nodes
	known  []int32 // training nodes that have a label
}

// open checks all that can be wrong.
func (c Plain) open(x *graph.Attributes, labels []int32, names int) (f plain, err error) {
	if err = c.Check(); err != nil {
		return f, err
	}
	f = plain{config: c, data: perceptron.Data{Rows: perceptron.Features(x, c.Unit), Labels: labels}}
	if f.net, err = net(x.Cols(), names, c.Classes, c.Layers, c.Hidden, c.Activation, c.BatchNorm); err != nil {
		return f, err
	}
	if f.split, err = c.Split.Of(x.Rows()); err != nil {
		return f, fmt.Errorf("mlp: %w", err)
	}
	if f.known = f.data.Known(f.split.Train, f.net.Classes()); len(f.known) == 0 {
		return f, errors.New("mlp: no node to learn from has a label")
	}
	return f, nil
}

// learn trains the model.
func (f plain) learn(ctx context.Context, run *checkpoint.Run) (*Result, error) {
	first := f.net.First(run.Stream("initial weights"))
	fit := &perceptron.Fit{
		Model: f.net.Model(), Columns: f.net.Channels[0], Classes: f.net.Classes(), Records: f.known, Steps: f.config.Epochs,
		Optimiser: train.DefaultAdam(f.config.Rate), Decay: f.config.Decay, Backend: f.config.Backend,
	}
	defer fit.Close()
	if err := fit.Open(first); err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	if err := perceptron.Train(ctx, run, perceptron.Stage{Fit: fit, Begin: func() (perceptron.Data, error) { return f.data, nil }}); err != nil {
		return nil, err
	}
	weights, err := fit.Weights()
	if err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	m := perceptron.NewModel(f.net, weights, f.data, f.known)
	return &Result{Model: &Model{m, f.config.Unit}, Split: f.split, Steps: f.config.Epochs}, nil
}

// RunNDP trains with noisy gradients and pays for it with the session's budget. Run again
// with the same configuration on the same journal, it returns the kept model at no cost.
func RunNDP(ctx context.Context, s *gdp.Session, c Private, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := s.Public()
	if r := s.Relation(); r != gdp.NodeLevel && r != gdp.NodeUnbounded {
		return nil, fmt.Errorf("mlp: the relation %v does not protect what is trained on, features and labels; take %v or %v", r, gdp.NodeLevel, gdp.NodeUnbounded)
	}
	if p.Columns == 0 || !p.Labelled {
		return nil, fmt.Errorf("mlp: %w", method.Lacking(p.Columns != 0, p.Labelled))
	}
	net, err := net(p.Columns, len(p.Classes), c.Classes, c.Layers, c.Hidden, c.Activation, false)
	if err != nil {
		return nil, err
	}
	nodes, err := c.Split.Of(p.Nodes)
	if err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	if s.Budget().Delta == 0 {
		return nil, fmt.Errorf("mlp: the budget %v has δ = 0, and no Gaussian noise is enough for that: it needs a δ above 0", s.Budget())
	}
	return checkpoint.Once(ctx, s, "mlp", c, w, func(run *checkpoint.Run) (*Result, error) {
		return c.learn(ctx, run, net, nodes)
	})
}

// learn trains the model and pays for it.
func (c Private) learn(ctx context.Context, run *checkpoint.Run, net perceptron.Net, nodes split.Nodes) (*Result, error) {
	s, n := run.Session(), len(nodes.Train)
	fit := &perceptron.Fit{
		Model: net.Model(), Columns: net.Channels[0], Classes: net.Classes(), Records: nodes.Train,
		Batch: c.Batch, Steps: c.Epochs * ((n + c.Batch - 1) / c.Batch), Clip: c.Clip,
		Optimiser: train.DefaultAdam(c.Rate), Decay: c.Decay, Backend: c.Backend,
	}
	defer fit.Close()
	if err := fit.Open(net.First(run.Stream("initial weights"))); err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	plan, err := fit.Plan("training").Calibrate(s, s.Budget())
	if err != nil {
		return nil, err
	}
	training, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	if err := fit.Fund(training); err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	err = perceptron.Train(ctx, run, perceptron.Stage{Fit: fit, Begin: func() (perceptron.Data, error) {
		private := training.Data().Network
		return perceptron.Data{Rows: perceptron.Features(private.Attrs, c.Unit), Labels: private.Labels}, nil
	}})
	if err != nil {
		return nil, err
	}
	weights, err := fit.Weights()
	if err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	r := &Result{
		Model: &Model{&perceptron.Model{Net: net, Parameters: weights}, c.Unit}, Split: nodes,
		Steps: plan.Steps, Rate: fit.Rate(), Multiplier: plan.Multiplier,
	}
	return r.guaranteed(s)
}

// Leave returns the first weights, untrained.
func Leave(ctx context.Context, s *gdp.Session, c Untrained, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := s.Public()
	if p.Columns == 0 || !p.Labelled {
		return nil, fmt.Errorf("mlp: %w", method.Lacking(p.Columns != 0, p.Labelled))
	}
	net, err := net(p.Columns, len(p.Classes), c.Classes, c.Layers, c.Hidden, c.Activation, false)
	if err != nil {
		return nil, err
	}
	nodes, err := c.Split.Of(p.Nodes)
	if err != nil {
		return nil, fmt.Errorf("mlp: %w", err)
	}
	return checkpoint.Once(ctx, s, "mlp", c, w, func(run *checkpoint.Run) (*Result, error) {
		m := &perceptron.Model{Net: net, Parameters: net.First(run.Stream("initial weights"))}
		return (&Result{Model: &Model{Net: m}, Split: nodes}).guaranteed(run.Session())
	})
}
