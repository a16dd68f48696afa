package features

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result struct {
	Model *Model `json:"model,omitempty"` // nil for [ClassSums]
	Words *Words `json:"words,omitempty"` // of [ClassSums]
	classification.Common
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	if r.Words != nil {
		return r.Of(r.Words)
	}
	return r.Of(r.Model)
}

// clipped is the proof that the ℓ2 sensitivity of a training's sum is its clipping bound.
var clipped = gdp.Proof{Doc: "proofs/training.md#places", Test: "TestNeighboursMoveTheSumByTheClip"}

func (c Subsampled) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return c.settings().train(in)
}

func (c NoisyGradients) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return settings{c, 1}.train(in)
}

func (c Untrained) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return settings{NoisyGradients{Classes: c.Classes, Hidden: c.Hidden, Rate: 1, Batch: 1, Split: c.Split}, 1}.train(in)
}

// train trains with noisy gradients. Everything that can fail is checked before the session pays.
func (c settings) train(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		m := c.model(d.Columns, d.Classes)
		first := m.initial(run.Stream("initial weights"))
		nodes, seed := d.Split.Train, run.Stream("subsample and dropout").Uint64()
		if c.Subsample < 1 {
			nodes = subsample(rand.New(rand.NewPCG(seed, 0)), nodes, c.Subsample)
		}
		r := &Result{Model: m}
		r.Steps, r.Rate = c.steps(len(nodes)), c.samplingRate(len(nodes))
		if r.Steps == 0 {
			m.W1, m.W2 = first[0], first[1]
			return r, nil
		}
		f := c.fit(m, nodes, r.Steps, seed)
		defer f.Close()
		plan, err := c.paid(s, f.Plan("training"), r.Details)
		if err != nil {
			return nil, err
		}
		r.Multiplier = plan.Multiplier
		if err := f.Open(first); err != nil {
			return nil, err
		}
		training, err := f.Pay(run, plan)
		if err != nil {
			return nil, err
		}
		return r, m.learn(ctx, run, f, c, training.Data().Network)
	}, nil
}

// learn trains the model.
func (m *Model) learn(ctx context.Context, run *checkpoint.Run, f *perceptron.Fit, c settings, net *graph.Network) error {
	weights, err := f.Train(ctx, run, func() (perceptron.Data, error) { return c.data(net) })
	if err == nil {
		m.W1, m.W2 = weights[0], weights[1]
	}
	return err
}

// paid returns the plan of a training with its noise and its basis.
func (c settings) paid(s *gdp.Session, plan gdp.Plan, told classification.Details) (gdp.Plan, error) {
	b, err := budget(s, c.Budget)
	if err != nil {
		return plan, err
	}
	plan.Basis = clipped
	if c.Subsample == 1 {
		return plan.Calibrate(s, b)
	}
	claim := amplification
	claim.Holds = c.Clip // a step on the subsample: proved, without amplification
	plan.Basis, plan.Claimed = claim, b
	plan.Multiplier, err = PublishedMultiplier(told.Rate, told.Steps, c.beforeSampling(b))
	return plan, err
}

// budget returns b, or the session's budget if b is zero. It requires δ > 0, for Gaussian noise.
func budget(s *gdp.Session, b gdp.Budget) (gdp.Budget, error) {
	if b == (gdp.Budget{}) {
		b = s.Budget()
	}
	if b.Delta == 0 {
		return b, fmt.Errorf("the budget %v: %w", b, gdp.ErrDelta)
	}
	return b, nil
}

// begin trains without clipping and noise, with one public stream.
func (c Unprotected) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Public(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		c := c.settings()
		m, rng := c.model(d.Columns, d.Classes), run.Stream("public")
		first := m.initial(rng)
		f := c.fit(m, d.Split.Train, c.steps(len(d.Split.Train)), rng.Uint64())
		f.Shuffle = rng
		r := &Result{Model: m}
		if r.Steps = f.Steps; f.Steps == 0 {
			m.W1, m.W2 = first[0], first[1]
			return r, nil
		}
		defer f.Close()
		if err := f.Open(first); err != nil {
			return nil, err
		}
		return r, m.learn(ctx, run, f, c, d.Network)
	}, nil
}

// initial samples the initial weights.
func (m *Model) initial(rng *rand.Rand) [][]float32 { return m.shape().Glorot(rng) }

func (m *Model) shape() train.Model {
	return train.Model{Weights: [][]int{{m.Columns, m.Hidden}, {m.Hidden, m.Classes}}}
}

// subsample samples a share of the nodes without replacement.
func subsample(rng *rand.Rand, nodes []int32, share float64) []int32 {
	n := max(1, int(float64(len(nodes))*share+0.5))
	list := make([]int32, n)
	for i, at := range rng.Perm(len(nodes))[:n] {
		list[i] = nodes[at]
	}
	return list
}
