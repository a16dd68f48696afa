package features

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

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
	Model      *Model         `json:"model,omitempty"` // nil for [ClassSums]
	Words      *Words         `json:"words,omitempty"` // of [ClassSums]
	Split      split.Nodes    `json:"split"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [Train]
	Steps      int            `json:"steps"`
	Rate       float64        `json:"sampling_rate,omitempty"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
}

// clipped is why a training's sum has the sensitivity that plans say.
var clipped = gdp.Proof{Doc: "proofs/training.md#places", Test: "TestNeighboursMoveTheSumByTheClip"}

// Run trains a classifier on the session's data and pays for it. Run again with the same
// configuration on the same journal, it returns the kept model at no cost.
func Run(ctx context.Context, s *gdp.Session, config Config, w *checkpoint.Watch) (*Result, error) {
	if config == nil {
		return nil, errors.New("features: no configuration")
	}
	if err := config.Check(); err != nil {
		return nil, err
	}
	if r := s.Relation(); r != gdp.NodeLevel && r != gdp.NodeUnbounded {
		return nil, fmt.Errorf("features: the relation %v does not protect what is trained on, features and labels; take %v or %v", r, gdp.NodeLevel, gdp.NodeUnbounded)
	}
	if p := s.Public(); p.Columns == 0 || !p.Labelled {
		return nil, fmt.Errorf("features: %w", method.Lacking(p.Columns != 0, p.Labelled))
	}
	nodes, err := config.division().Of(s.Public().Nodes)
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	return checkpoint.Once(ctx, s, "features", config, w, func(run *checkpoint.Run) (*Result, error) {
		switch c := config.(type) {
		case ClassSums:
			return c.classify(run, nodes)
		case trained:
			return protected(ctx, run, c.settings(), nodes)
		}
		return nil, fmt.Errorf("features: a configuration of type %T", config)
	})
}

func errNothingToLearn(columns, classes int) error {
	return fmt.Errorf("features: nodes with %d features, of %d classes: there is nothing to learn; set Classes where the network does not name them", columns, classes)
}

func errPure(b gdp.Budget) error {
	return fmt.Errorf("features: the budget %v: %w", b, gdp.ErrDelta)
}

// protected does what Run keeps. All that can be refused is refused before the session
// pays.
func protected(ctx context.Context, run *checkpoint.Run, c settings, split split.Nodes) (*Result, error) {
	s := run.Session()
	public := s.Public()
	m := c.model(public.Columns, len(public.Classes))
	first, err := m.initial(run.Stream("initial weights"))
	if err != nil {
		return nil, err
	}
	nodes, seed := split.Train, run.Stream("subsample and dropout").Uint64()
	if c.Subsample < 1 {
		nodes = subsample(rand.New(rand.NewPCG(seed, 0)), nodes, c.Subsample)
	}
	r := &Result{Model: m, Split: split, Steps: c.steps(len(nodes)), Rate: c.samplingRate(len(nodes))}
	if r.Steps == 0 {
		m.W1, m.W2 = first[0], first[1]
		return r.guaranteed(s)
	}
	if c.Clip == 0 {
		return nil, errors.New("features: a private run needs a clipping bound; Train is for plain training")
	}
	f := c.fit(m, nodes, r.Steps, seed)
	defer f.Close()
	plan, err := c.paid(s, f.Plan("training"), r)
	if err != nil {
		return nil, err
	}
	r.Multiplier = plan.Multiplier
	if err := f.Open(first); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	training, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	if err := f.Fund(training); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	if err := m.learn(ctx, run, f, c, training.Data().Network); err != nil {
		return nil, err
	}
	return r.guaranteed(s)
}

// learn trains the model.
func (m *Model) learn(ctx context.Context, run *checkpoint.Run, f *perceptron.Fit, c settings, net *graph.Network) error {
	err := perceptron.Train(ctx, run, perceptron.Stage{Fit: f, Begin: func() (perceptron.Data, error) { return c.data(net) }})
	if err != nil {
		return err
	}
	weights, err := f.Weights()
	if err == nil {
		m.W1, m.W2 = weights[0], weights[1]
	}
	return err
}

// guaranteed returns the result with what protects it.
func (r *Result) guaranteed(s *gdp.Session) (*Result, error) {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return r, err
}

// paid returns the plan of a training with its noise, and with what it rests on.
func (c settings) paid(s *gdp.Session, plan gdp.Plan, r *Result) (gdp.Plan, error) {
	b := c.Budget
	if b == (gdp.Budget{}) {
		b = s.Budget()
	}
	if b.Delta == 0 {
		return plan, errPure(b)
	}
	plan.Basis = clipped
	if c.Subsample == 1 {
		return plan.Calibrate(s, b)
	}
	claim := amplification
	claim.Holds = c.Clip // a step on the subsample: proved, and counted without amplification
	plan.Basis, plan.Claimed = claim, b
	var err error
	plan.Multiplier, err = PublishedMultiplier(r.Rate, r.Steps, c.beforeSampling(b))
	return plan, err
}

// Train trains the same classifier without privacy, on the plain network.
func Train(ctx context.Context, net *graph.Network, config Plain, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil {
		return nil, errors.New("features: no network")
	}
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	if err := net.Check(); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	c := config.settings()
	nodes, err := c.Split.Of(net.Graph.N())
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	return checkpoint.Plain(ctx, net, "features", config, seed, w, func(run *checkpoint.Run) (*Result, error) {
		return unprotected(ctx, run, net, c, nodes)
	})
}

// unprotected does what Train returns, with one public stream.
func unprotected(ctx context.Context, run *checkpoint.Run, net *graph.Network, c settings, split split.Nodes) (*Result, error) {
	m, rng := c.model(net.Attrs.Cols(), len(net.Classes)), run.Stream("public")
	first, err := m.initial(rng)
	if err != nil {
		return nil, err
	}
	f := c.fit(m, split.Train, c.steps(len(split.Train)), rng.Uint64())
	f.Shuffle = rng
	r := &Result{Model: m, Split: split, Steps: f.Steps}
	if f.Steps == 0 {
		m.W1, m.W2 = first[0], first[1]
		return r, nil
	}
	defer f.Close()
	if err := f.Open(first); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	return r, m.learn(ctx, run, f, c, net)
}

// initial draws the first weights.
func (m *Model) initial(rng *rand.Rand) ([][]float32, error) {
	if m.Columns < 1 || m.Classes < 2 {
		return nil, errNothingToLearn(m.Columns, m.Classes)
	}
	return m.shape().Glorot(rng), nil
}

func (m *Model) shape() train.Model {
	return train.Model{Weights: [][]int{{m.Columns, m.Hidden}, {m.Hidden, m.Classes}}}
}

// subsample returns a share of the nodes, drawn without replacement.
func subsample(rng *rand.Rand, nodes []int32, share float64) []int32 {
	n := max(1, int(float64(len(nodes))*share+0.5))
	list := make([]int32, n)
	for i, at := range rng.Perm(len(nodes))[:n] {
		list[i] = nodes[at]
	}
	return list
}
