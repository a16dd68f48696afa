package features

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	gomlx "github.com/gomlx/gomlx/core/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
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

// Watch is how a run tells of itself and how it goes on after an interruption.
// The zero value does neither.
type Watch struct {
	Progress func(done, steps int) // after each step
	// Checkpoint is a file that an interrupted run is kept in and goes on from; a
	// finished run removes it. It is as private as the data, and needs a session
	// with a journal.
	Checkpoint string
}

// clipped is why a training's sum has the sensitivity that plans say.
var clipped = gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"}

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
	key := struct {
		Config
		Split string
	}{c, split.digest()}
	r, err := gdp.Once(s, "features", key, func(s *gdp.Session) (*Result, error) { return run(ctx, s, c, split, w) })
	if err != nil || w.Checkpoint == "" {
		return r, err
	}
	// Only now that the result is kept: a run that dies in between goes on.
	if err := os.Remove(w.Checkpoint); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("features: %w", err)
	}
	return r, nil
}

// run does what Run keeps.
func run(ctx context.Context, s *gdp.Session, c Config, split Split, w Watch) (*Result, error) {
	public := s.Public()
	m := c.model(public.Columns, len(public.Classes))
	first, err := m.initial(s.PublicStream("initial weights"))
	if err != nil {
		return nil, err
	}
	nodes := split.Train
	if c.Subsample < 1 {
		nodes = subsample(s.PublicStream("subsample"), nodes, c.Subsample)
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
	f := &fit{config: c, model: m, nodes: nodes, steps: r.Steps, seed: s.PublicStream("dropout").Uint64(), watch: w}
	saved, err := f.saved()
	if err != nil {
		return nil, err
	}
	if saved != nil {
		f.resume = func(state []byte) (*gdp.Training, error) { return s.Resume(plan, state) }
	} else if f.training, err = s.Train(plan); err != nil {
		return nil, err
	}
	if err := f.run(ctx, first, saved); err != nil {
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

// Train trains the same classifier without privacy, on the plain network.
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
	m := c.model(net.Attrs.Cols(), len(net.Classes))
	rng := rand.New(rand.NewPCG(seed, 0x66656174)) // "feat"
	first, err := m.initial(rng)
	if err != nil {
		return nil, err
	}
	if c.steps(len(split.Train)) == 0 {
		m.W1, m.W2 = first[0], first[1]
		return m, nil
	}
	c.Clip = 0
	f := &fit{config: c, model: m, nodes: split.Train, steps: c.steps(len(split.Train)), seed: rng.Uint64(), watch: w, plain: net, shuffle: rng}
	return m, f.run(ctx, first, nil)
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

// fit is one training, private or plain.
type fit struct {
	config   Config
	model    *Model
	nodes    []int32 // records
	steps    int
	seed     uint64 // of dropout
	watch    Watch
	training *gdp.Training
	resume   func(state []byte) (*gdp.Training, error)
	plain    *graph.Network // of a training without privacy
	shuffle  *rand.Rand     // its order of nodes
	order    []int32        // what is left of an epoch
}

// run trains from the first weights, or on from a checkpoint.
func (f *fit) run(ctx context.Context, first [][]float32, saved []byte) error {
	c := f.config
	t := train.Config{
		Model: f.model.shape(), Optimiser: train.DefaultAdam(c.Rate), Decay: c.Decay, Steps: f.steps,
		Batch:   train.PoissonPlaces(len(f.nodes), c.samplingRate(len(f.nodes))),
		Divisor: c.samplingRate(len(f.nodes)) * float64(len(f.nodes)), // the expected number, and public
		Seed:    f.seed, Backend: c.Backend,
	}
	if f.plain != nil {
		t.Batch = min(c.Batch, len(f.nodes))
		t.Divisor = float64(t.Batch)
	} else {
		t.Clip, t.Noise = &train.Clipping{Bound: c.Clip}, f.training
		if saved != nil {
			t.Noise = silent{} // Restore sets the real one
		}
	}
	known := c.Dropout == 0
	t.Model.Loss = func(tape *train.Tape, x []*gomlx.Node) *gomlx.Node {
		if known {
			tape.Squares(x[0], x[2])
		}
		hidden := gomlx.MaxScalar(tape.Linear(0, tape.Dropout(c.Dropout, x[0])), 0)
		return train.CrossEntropy(tape.Linear(1, tape.Dropout(c.Dropout, hidden)), x[1])
	}
	trainer, err := train.New(t, first)
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}
	defer func() { _ = trainer.Close() }()
	if saved != nil {
		err := trainer.Restore(bytes.NewReader(saved), func(state []byte) (train.Noise, error) {
			var err error
			f.training, err = f.resume(state)
			return f.training, err
		})
		if err != nil {
			return fmt.Errorf("features: %s: %w", f.watch.Checkpoint, err)
		}
	}
	batches, err := f.newBatches(t.Batch, known)
	if err != nil {
		return err
	}
	defer batches.close()
	for trainer.Done() < f.steps {
		// Between two steps is where a run may stop: nothing is drawn that a
		// checkpoint would not hold.
		if err := ctx.Err(); err != nil {
			return f.stop(trainer, err)
		}
		batch, err := batches.next()
		if err != nil {
			return err
		}
		if err := trainer.Step(context.WithoutCancel(ctx), batch...); err != nil {
			return fmt.Errorf("features: %w", err)
		}
		if f.watch.Progress != nil {
			f.watch.Progress(trainer.Done(), f.steps)
		}
	}
	weights, err := trainer.Weights()
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}
	f.model.W1, f.model.W2 = weights[0], weights[1]
	return nil
}

// stop keeps an interrupted run, if there is a file for it.
func (f *fit) stop(trainer *train.Trainer, why error) error {
	stopped := fmt.Errorf("features: stopped after step %d of %d: %w", trainer.Done(), f.steps, why)
	if f.watch.Checkpoint == "" || f.training == nil {
		return stopped
	}
	file, err := os.CreateTemp(filepath.Dir(f.watch.Checkpoint), filepath.Base(f.watch.Checkpoint)+".*")
	if err != nil {
		return errors.Join(stopped, fmt.Errorf("features: %w", err))
	}
	err = trainer.Save(file)
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), f.watch.Checkpoint)
	}
	if err != nil {
		return errors.Join(stopped, fmt.Errorf("features: %w", err), os.Remove(file.Name()))
	}
	return stopped
}

// saved is the checkpoint to go on from, or nil.
func (f *fit) saved() ([]byte, error) {
	if f.watch.Checkpoint == "" {
		return nil, nil
	}
	saved, err := os.ReadFile(f.watch.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	return saved, nil
}

// silent stands for the noise of a checkpoint until it is read.
type silent struct{}

// Noise implements [train.Noise] and refuses to.
func (silent) Noise([]float32) error {
	return errors.New("features: no noise before the checkpoint is read")
}
