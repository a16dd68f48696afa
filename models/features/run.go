package features

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/internal/checkpoint"
	"github.com/graphdp/graphdp/models/internal/train"
)

// Result is what a private run gives.
type Result struct {
	Model      *Model        `json:"model"`
	Guarantee  gdp.Guarantee `json:"guarantee"`
	Steps      int           `json:"steps"`
	Rate       float64       `json:"sampling_rate"`
	Multiplier float64       `json:"noise_multiplier"`
}

// Watch is how a run reports its progress and resumes after an interruption.
// The zero value does neither.
type Watch struct {
	Progress func(done, steps int) // after each step
	// Checkpoint is a file that a run is kept in between two steps, and goes on from if
	// it was interrupted or killed, with the same bits and for what it has paid. A
	// finished run removes it. It is as private as the data, and for a private run it
	// needs a session with a journal.
	Checkpoint string
}

func (w Watch) files() []checkpoint.File { return []checkpoint.File{checkpoint.File(w.Checkpoint)} }

// key is what a run's result depends on, beside data and noise.
type key struct {
	Config
	Split string
	Data  string `json:",omitempty"` // features and labels that may be looked at
}

// clipped is why a training's sum has the sensitivity that plans say.
var clipped = gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNeighboursMoveTheSumByTheClip"}

// Run trains a classifier on the session's data and pays for it. Run again with
// the same configuration and split on the same journal, it returns the kept model
// at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, split Split, w Watch) (*Result, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if r := s.Relation(); r != gdp.NodeLevel && r != gdp.NodeUnbounded {
		return nil, fmt.Errorf("features: the relation %v does not protect what is trained on, features and labels; take %v or %v", r, gdp.NodeLevel, gdp.NodeUnbounded)
	}
	if err := split.check(s.Public().Nodes); err != nil {
		return nil, err
	}
	return checkpoint.Once(s, "features", key{Config: c, Split: split.digest()}, w.files(), func(run *checkpoint.Run) (*Result, error) {
		return protected(ctx, run, c, split, w.Progress)
	})
}

// protected does what Run keeps. All that can be refused is refused before the session
// pays.
func protected(ctx context.Context, run *checkpoint.Run, c Config, split Split, progress func(step, steps int)) (*Result, error) {
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
	r := &Result{Model: m, Steps: c.steps(len(nodes)), Rate: c.samplingRate(len(nodes))}
	if r.Steps == 0 {
		m.W1, m.W2 = first[0], first[1]
		r.Guarantee, err = s.Guarantee()
		return r, err
	}
	if c.Clip == 0 {
		return nil, errors.New("features: a private run needs a clipping bound; Train is for plain training")
	}
	plan, err := c.plan(s, r)
	if err != nil {
		return nil, err
	}
	r.Multiplier = plan.Multiplier
	f := &fit{config: c, model: m, nodes: nodes, steps: r.Steps, seed: seed}
	if err := f.open(first); err != nil {
		return nil, err
	}
	defer f.close()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("features: stopped before it paid: %w", err)
	}
	if f.training, err = run.Train(plan); err != nil {
		return nil, err
	}
	if err := f.trainer.Fund(f.training); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	if err := f.run(ctx, run, progress); err != nil {
		return nil, err
	}
	r.Guarantee, err = s.Guarantee()
	return r, err
}

// plan is the training that the configuration asks for, with its noise.
func (c Config) plan(s *gdp.Session, r *Result) (gdp.Plan, error) {
	b := c.Budget
	if b == (gdp.Budget{}) {
		b = s.Budget()
	}
	if b.Delta == 0 {
		return gdp.Plan{}, fmt.Errorf("features: the budget %v has δ = 0, and no Gaussian noise is enough for that: it needs a δ above 0", b)
	}
	plan := gdp.Plan{
		Label: "training", Steps: r.Steps, Sampling: gdp.Poisson{Rate: r.Rate},
		Sensitivity: gdp.L2(c.Clip), Basis: clipped,
	}
	if c.Subsample == 1 {
		return plan.Calibrate(s, b)
	}
	claim := amplification
	claim.Holds = c.Clip // a step on the subsample: proved, and counted without amplification
	plan.Basis, plan.Claimed = claim, b
	var err error
	plan.Multiplier, err = publishedMultiplier(r.Rate, r.Steps, c.beforeSampling(b))
	return plan, err
}

// Train trains the same classifier without privacy, on the plain network. A
// checkpoint does the same for it as for [Run].
func Train(ctx context.Context, net *graph.Network, c Config, split Split, seed uint64, w Watch) (*Model, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil || net.Attrs == nil || net.Labels == nil {
		return nil, errors.New("features: no network, or one without features or labels")
	}
	if err := net.Check(); err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	if err := split.check(net.Graph.N()); err != nil {
		return nil, err
	}
	offsets, columns, values := net.Attrs.CSR()
	key := key{Config: c, Split: split.digest(), Data: digest(net.Attrs.Cols(), offsets, columns, values, net.Labels, len(net.Classes))}
	public := func(string) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x66656174)) } // "feat"
	return checkpoint.Plain(net.Graph, "features", key, seed, public, w.files(), func(run *checkpoint.Run) (*Model, error) {
		return unprotected(ctx, run, net, c, split.Train, w.Progress)
	})
}

// unprotected does what Train returns, with one public stream.
func unprotected(ctx context.Context, run *checkpoint.Run, net *graph.Network, c Config, nodes []int32, progress func(step, steps int)) (*Model, error) {
	m, rng := c.model(net.Attrs.Cols(), len(net.Classes)), run.Stream("public")
	first, err := m.initial(rng)
	if err != nil {
		return nil, err
	}
	f := &fit{config: c, model: m, nodes: nodes, steps: c.steps(len(nodes)), seed: rng.Uint64(), plain: net, shuffle: rng}
	if f.steps == 0 {
		m.W1, m.W2 = first[0], first[1]
		return m, nil
	}
	if err := f.open(first); err != nil {
		return nil, err
	}
	defer f.close()
	return m, f.run(ctx, run, progress)
}

// initial draws the first weights.
func (m *Model) initial(rng *rand.Rand) ([][]float32, error) {
	if m.Columns < 1 || m.Classes < 2 {
		return nil, fmt.Errorf("features: nodes with %d features, of %d classes: there is nothing to learn; set Classes where the network does not name them", m.Columns, m.Classes)
	}
	return m.shape().Glorot(rng), nil
}

func (m *Model) shape() train.Model {
	return train.Model{Weights: [][]int{{m.Columns, m.Hidden}, {m.Hidden, m.Classes}}}
}

// subsample is a share of the nodes, drawn without replacement.
func subsample(rng *rand.Rand, nodes []int32, share float64) []int32 {
	n := max(1, int(float64(len(nodes))*share+0.5))
	list := make([]int32, n)
	for i, at := range rng.Perm(len(nodes))[:n] {
		list[i] = nodes[at]
	}
	return list
}
