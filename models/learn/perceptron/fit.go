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

// Clipped is why a training's sum has the sensitivity that plans say.
var Clipped = gdp.Proof{Doc: "proofs/training.md#perceptrons", Test: "TestOneNodeMovesTheSumByTheClip"}

// Fit is one training: of a model whose loss reads a batch's rows, its classes and, with
// Squares, the squared norms of its rows. All that it says is public.
type Fit struct {
	Model     train.Model
	Columns   int     // of a row
	Classes   int     // how many there are
	Records   []int32 // ids of the nodes to learn from
	Batch     int     // expected number of nodes in a step
	Steps     int
	Optimiser train.Optimiser
	Decay     float64 // λ of λ/2 |w|² added to the loss
	Clip      float64 // bound on a node's gradient; 0 trains without privacy
	Squares   bool
	Seed      uint64 // of dropout
	Backend   string // "go", "xla:cpu", …; empty: the choice of package backend
	// Shuffle decides the order of the nodes in a plain training; nil takes all of them in
	// every step.
	Shuffle *rand.Rand

	trainer  *train.Trainer
	training *gdp.Training
	order    []int32     // what is left of an epoch
	weights  [][]float32 // of a finished stage
	judge    func(weights [][]float32) (float64, error)
	best     chosen // by judge, so far
}

// Data are what a training reads.
type Data struct {
	Rows   Rows
	Labels []int32 // of all rows
}

// Rate returns the share of the records that a step samples.
func (f *Fit) Rate() float64 { return min(1, float64(f.Batch)/float64(len(f.Records))) }

// divisor is the expected number of records in a private step, which is public.
func (f *Fit) divisor() float64 { return f.Rate() * float64(len(f.Records)) }

// Config returns the configuration of the trainer.
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

// Open makes the trainer, which starts from the given weights, unless it was continued: what
// is wrong with the settings shows here, before anything is paid for.
func (f *Fit) Open(first [][]float32) error {
	if f.trainer != nil || f.weights != nil {
		return nil
	}
	if len(f.Records) == 0 {
		return errors.New("perceptron: no nodes to learn from")
	}
	t, err := train.New(f.Config(), first)
	if err != nil {
		return fmt.Errorf("perceptron: %w", err)
	}
	f.trainer = t
	return f.connect()
}

// SetSource gives the training its sample and its noise, which were paid for.
func (f *Fit) SetSource(t *gdp.Training) error {
	f.training = t
	return f.connect()
}

// connect hands the noise to the trainer, once both are there.
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

// Step takes the next step. One that has begun is finished.
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

// chosen are weights and how good they are.
type chosen struct {
	Weights [][]float32
	Score   float64
}

// Validate makes the weights count that tell the classes of most of some nodes, of equally good
// ones the first, and not those of the last step. What the net reads is public then.
func (f *Fit) Validate(n Net, d Data, nodes []int32) {
	if len(nodes) > 0 {
		f.judge = func(weights [][]float32) (float64, error) {
			return NewModel(n, weights, d, f.Records).accuracy(d, nodes)
		}
	}
}

// choose keeps the weights where they are better than those before.
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

// Weights returns the weights as they are now.
func (f *Fit) Weights() ([][]float32, error) {
	if f.weights != nil {
		return f.weights, nil
	}
	if f.trainer == nil {
		return nil, errors.New("perceptron: a training that has not begun has no weights")
	}
	w, err := f.trainer.Weights()
	if err != nil {
		return nil, fmt.Errorf("perceptron: %w", err)
	}
	return w, nil
}

// Close frees what the training holds on a device.
func (f *Fit) Close() {
	if f.trainer != nil {
		_ = f.trainer.Close()
		f.trainer = nil
	}
}

// shuffled returns a list in random order.
func shuffled(rng *rand.Rand, list []int32) []int32 {
	out := make([]int32, len(list))
	for i, at := range rng.Perm(len(list)) {
		out[i] = list[at]
	}
	return out
}

// Epochs returns how many steps take all records so many times.
func (f *Fit) Epochs(n int) int { return n * ((len(f.Records) + f.Batch - 1) / f.Batch) }

// Plan returns what a private training is paid for, all but its noise.
func (f *Fit) Plan(label string) gdp.Plan {
	return gdp.Plan{
		Label: label, Steps: f.Steps, Sampling: gdp.Poisson{Rate: f.Rate()}, Sensitivity: gdp.L2(f.Clip), Divisor: f.divisor(), Basis: Clipped,
	}
}

// Learn takes all steps of a training that is not kept in between: of one that can be
// taken again, on data that are available.
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
