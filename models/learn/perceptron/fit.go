package perceptron

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
)

// Clipped is the proof that the ℓ2 sensitivity of a training's sum is its clipping bound.
var Clipped = gdp.Proof{Doc: "proofs/training.md#perceptrons", Test: "TestOneNodeMovesTheSumByTheClip"}

// Fit is one training. The model's loss reads the rows of a batch, their classes and, with Squares,
// their squared norms. The exported fields hold public information only.
type Fit struct {
	Model     train.Model
	Columns   int     // width of a row
	Classes   int     // number of classes
	Records   []int32 // ids of the training nodes
	Batch     int     // expected batch size
	Steps     int
	Optimiser train.Optimiser
	Decay     float64 // λ of the term λ/2 |w|² of the loss
	Clip      float64 // bound on a node's gradient; 0 trains without privacy
	Squares   bool
	Seed      uint64 // of the dropout masks
	Backend   string // "go", "xla:cpu", …; empty: the choice of package backend
	// Shuffle orders the nodes in non-private training; nil uses all of them in every step.
	Shuffle *rand.Rand

	trainer  *train.Trainer
	training *gdp.Training
	order    []int32     // rest of the current epoch
	weights  [][]float32 // of a finished training
	judge    func(weights [][]float32) (float64, error)
	best     chosen // best weights so far, by judge
}

// Data is the input of a training.
type Data struct {
	Rows   Rows
	Labels []int32 // one per row
}

// Rate returns the sampling rate.
func (f *Fit) Rate() float64 { return min(1, float64(f.Batch)/float64(len(f.Records))) }

// divisor returns the expected batch size of a private step, which is public.
func (f *Fit) divisor() float64 { return f.Rate() * float64(len(f.Records)) }

// Config returns the trainer's configuration.
func (f *Fit) Config() train.Config {
	rate, records := f.Rate(), len(f.Records)
	c := train.Config{
		Model: f.Model, Optimiser: f.Optimiser, Decay: f.Decay, Steps: f.Steps,
		Batch:   train.PoissonPlaces(records, rate),
		Divisor: f.divisor(),
		Seed:    f.Seed, Backend: f.Backend,
	}
	switch {
	case f.Clip != 0:
		c.Clip = f.Clip
	case f.Shuffle == nil:
		c.Batch, c.Divisor = records, float64(records)
	default:
		c.Batch = min(f.Batch, records)
		c.Divisor = float64(c.Batch)
	}
	c.Inputs = []shapes.Shape{
		shapes.Make(dtypes.Float32, c.Batch, f.Columns), // rows
		shapes.Make(dtypes.Int32, c.Batch),              // classes
	}
	if f.Squares {
		c.Inputs = append(c.Inputs, shapes.Make(dtypes.Float32, c.Batch)) // squared norms
	}
	return c
}

// Open creates the trainer with the given initial weights, unless one was restored. It reports
// invalid settings before anything is paid for.
func (f *Fit) Open(first [][]float32) error {
	if f.trainer != nil || f.weights != nil {
		return nil
	}
	if len(f.Records) == 0 {
		return errors.New("perceptron: no training nodes")
	}
	t, err := train.New(f.Config(), first)
	if err != nil {
		return fmt.Errorf("perceptron: %w", err)
	}
	f.trainer = t
	return f.connect()
}

// SetSource sets the paid source of samples and noise.
func (f *Fit) SetSource(t *gdp.Training) error {
	f.training = t
	return f.connect()
}

// connect passes the source to the trainer once both exist.
func (f *Fit) connect() error {
	if f.trainer == nil || f.training == nil {
		return nil
	}
	source, err := f.training.Fused(f.Model.Entries())
	if err == nil {
		err = f.trainer.SetSource(source)
	}
	if err != nil {
		return fmt.Errorf("perceptron: %w", err)
	}
	return nil
}

// Step takes the next step. A step that has begun is finished even if ctx ends.
func (f *Fit) Step(ctx context.Context, b *Batches) error {
	ctx = context.WithoutCancel(ctx)
	var err error
	if f.Clip != 0 {
		err = f.trainer.StepOn(ctx, f.Records, b.Of)
	} else {
		var batch train.Batch
		if batch, err = b.next(); err == nil {
			err = f.trainer.Step(ctx, batch)
		}
	}
	if err != nil {
		return fmt.Errorf("perceptron: %w", err)
	}
	return f.choose()
}

// chosen holds weights and their score.
type chosen struct {
	Weights [][]float32
	Score   float64
}

// Validate selects the first weights with the highest accuracy on the given validation nodes,
// instead of those of the last step. Everything the net reads must be public.
func (f *Fit) Validate(n Net, d Data, nodes []int32) {
	if len(nodes) > 0 {
		f.judge = func(weights [][]float32) (float64, error) {
			return NewModel(n, weights, d, f.Records).accuracy(d, nodes)
		}
	}
}

// choose keeps the current weights if they score higher than the best so far.
func (f *Fit) choose() error {
	if f.judge == nil {
		return nil
	}
	w, err := f.Weights()
	if err != nil {
		return err
	}
	score, err := f.judge(w)
	if err == nil && (f.best.Weights == nil || score > f.best.Score) {
		f.best = chosen{w, score}
	}
	return err
}

// Weights returns the current weights.
func (f *Fit) Weights() ([][]float32, error) {
	if f.weights != nil {
		return f.weights, nil
	}
	if f.trainer == nil {
		return nil, errors.New("perceptron: no weights: the training has not begun")
	}
	w, err := f.trainer.Weights()
	if err != nil {
		return nil, fmt.Errorf("perceptron: %w", err)
	}
	return w, nil
}

// Close frees the training's device memory.
func (f *Fit) Close() {
	if f.trainer != nil {
		_ = f.trainer.Close()
		f.trainer = nil
	}
}

// shuffled returns a random permutation of list.
func shuffled(rng *rand.Rand, list []int32) []int32 {
	out := make([]int32, len(list))
	for i, at := range rng.Perm(len(list)) {
		out[i] = list[at]
	}
	return out
}

// Epochs returns the number of steps of n epochs.
func (f *Fit) Epochs(n int) int { return n * ((len(f.Records) + f.Batch - 1) / f.Batch) }

// Plan returns the plan of a private training, without its noise.
func (f *Fit) Plan(label string) gdp.Plan {
	return gdp.Plan{
		Label: label, Steps: f.Steps, Sampling: gdp.Poisson{Rate: f.Rate()}, Sensitivity: gdp.L2(f.Clip), Divisor: f.divisor(), Basis: Clipped,
	}
}

// Learn takes all steps without checkpoints. A resumed run repeats them, so the data must still be
// available.
func (f *Fit) Learn(ctx context.Context, d Data) error {
	b, err := f.Batches(d)
	if err != nil {
		return err
	}
	defer b.Close()
	for step := range f.Steps {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped before step %d of %d: %w", step+1, f.Steps, err)
		}
		if err := f.Step(ctx, b); err != nil {
			return err
		}
	}
	return f.finish()
}
