package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// Config is a training plan.
type Config struct {
	Model     Model
	Optimiser Optimiser
	Decay     float64 // λ of the term λ/2 |w|² of the loss, outside the clip
	Steps     int     // total number of steps
	Batch     int     // capacity B of a batch, in examples
	// Inputs are the shapes of a batch's arrays, [B, …].
	Inputs []shapes.Shape
	// Divisor turns a sum into a mean. It is public: the expected number of examples, not the size
	// of a sample.
	Divisor float64
	Clip    float64 // C, the ℓ2 bound on an example's gradient; 0 trains without privacy
	Seed    uint64  // of the dropout masks; public
	Backend string  // "go", "xla:cpu", …; empty: the choice of package backend
}

func (c Config) check() error {
	if err := c.Model.check(); err != nil {
		return err
	}
	switch {
	case c.Optimiser == nil:
		return errors.New("train: no optimiser")
	case c.Steps < 1:
		return fmt.Errorf("train: %d steps, want at least 1", c.Steps)
	case c.Batch < 1:
		return fmt.Errorf("train: batches of %d examples, want at least 1", c.Batch)
	case !(c.Divisor > 0) || math.IsInf(c.Divisor, 1):
		return fmt.Errorf("train: sums divided by %v, want a positive number", c.Divisor)
	case c.Clip != 0 && !(c.Clip > 1e-9 && c.Clip < 1e9):
		return fmt.Errorf("train: clipping bound %v, want 1e-9 … 1e9, or 0 for training without privacy", c.Clip)
	case !(c.Decay >= 0 && c.Decay <= 1e6):
		return fmt.Errorf("train: weight decay %v, want 0 … 1e6", c.Decay)
	}
	for i, x := range c.Inputs {
		if x.Rank() < 1 || x.Dim(0) != c.Batch {
			return fmt.Errorf("train: input %d of a batch has shape %s, want %d rows", i, x, c.Batch)
		}
	}
	if c.Model.Chain != nil {
		if err := c.Model.Chain.check(c.Model.Weights); err != nil {
			return err
		}
	}
	return c.Optimiser.Check()
}

// Trainer runs a training plan step by step. It is not safe for concurrent use.
type Trainer struct {
	config  Config
	backend compute.Backend
	step    *Exec // weights, state, batch, noise → weights, state
	partial *Exec // weights, batch → sums, for a batch's second piece
	drops   bool  // the model has dropout
	drawer  *drawer
	source  Source
	state   []*tensors.Tensor // weights and optimiser arrays
	host    *host             // replaces step, partial, drawer and state; nil once a step has failed
	done    int
	loss    float64
}

// New returns a trainer with the given initial weights, and compiles its step, so that an invalid
// plan fails before it is paid for. A private trainer needs [Trainer.SetSource] before its first
// step.
func New(c Config, weights [][]float32) (*Trainer, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	b, err := backend.Open(c.Backend)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if len(weights) != len(c.Model.Weights) {
		return nil, fmt.Errorf("train: %d arrays for %d weights", len(weights), len(c.Model.Weights))
	}
	for i, dims := range c.Model.Weights {
		if len(weights[i]) != size(dims) {
			return nil, fmt.Errorf("train: %d entries for weight %d of dimensions %v", len(weights[i]), i, dims)
		}
	}
	t := &Trainer{config: c, backend: b, loss: math.NaN()}
	kernels, err := c.kernels()
	if err == nil && kernels {
		t.host, err = newHost(c)
	} else if err == nil {
		if c.Clip != 0 {
			if err := checkPrecision(b); err != nil {
				return nil, err
			}
		}
		err = t.compile()
	}
	if err != nil {
		return nil, err
	}
	arrays := slices.Clone(weights)
	for _, dims := range c.Model.Weights {
		for range c.Optimiser.slots() {
			arrays = append(arrays, make([]float32, size(dims)))
		}
	}
	t.put(arrays)
	return t, nil
}

// kernels reports whether this package's own kernels take the steps.
func (c Config) kernels() (bool, error) {
	if c.Model.Chain == nil {
		return false, nil
	}
	kernels, err := backend.Kernels(c.Backend)
	if err != nil {
		return false, fmt.Errorf("train: %w", err)
	}
	return kernels, nil
}

// Sparse reports whether batches may have [Batch.Rows].
func (t *Trainer) Sparse() bool { return t.host != nil }

// SetSource sets the source of a private trainer's samples and noise. It returns an error unless
// the source was paid for with the trainer's clip, number of steps and divisor.
func (t *Trainer) SetSource(source Source) error {
	if t.source != nil || t.done != 0 {
		return errors.New("train: this trainer has a source of noise already")
	}
	return t.setSource(source, nil, t.config.Steps)
}

// setSource is like [Trainer.SetSource], with the given steps left and noise already drawn.
func (t *Trainer) setSource(source Source, pending []float32, left int) error {
	if t.config.Clip == 0 || t.closed() {
		return errors.New("train: a source of noise needs an open trainer with a clipping norm")
	}
	paid := source.Paid()
	if paid.Clip != t.config.Clip {
		return fmt.Errorf("train: the clipping norm is %v, but the plan was paid for %v: make them equal", t.config.Clip, paid.Clip)
	}
	if paid.Steps != t.config.Steps {
		return fmt.Errorf("train: %d steps, but the plan was paid for %d: make them equal", t.config.Steps, paid.Steps)
	}
	if paid.Divisor != t.config.Divisor {
		return fmt.Errorf("train: sums are divided by %v, but the plan says %v: make them equal", t.config.Divisor, paid.Divisor)
	}
	if t.host != nil {
		t.source, t.host.pending = source, pending
		return nil
	}
	d, err := newDrawer(t.backend, source, t.config.Model.Entries(), pending, left)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	t.source, t.drawer = source, d
	return nil
}

// put sets the state from flat arrays.
func (t *Trainer) put(arrays [][]float32) {
	if t.host != nil {
		t.host.put(arrays)
		return
	}
	dims := t.config.dimensions()
	t.state = nil
	for i, flat := range arrays {
		t.state = append(t.state, tensors.FromFlatDataAndDimensions(flat, dims[i]...))
	}
}

// compile compiles the step. The sum over a second piece is compiled when a batch first has one.
func (t *Trainer) compile() error {
	c := t.config
	var err error
	if t.partial, err = NewExec(t.backend, t.buildPartial); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if t.step, err = NewExec(t.backend, t.buildStep); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	scalar := shapes.Make(dtypes.Float32)
	args := []shapes.Shape{scalar, scalar}
	for _, dims := range c.dimensions() {
		args = append(args, shapes.Make(dtypes.Float32, dims...))
	}
	args = append(append(args, shapes.Make(dtypes.Bool, c.Batch), shapes.Make(dtypes.Uint32, c.Batch)), c.Inputs...)
	if c.Clip != 0 {
		args = append(args, shapes.Make(dtypes.Float32, c.Model.Entries()))
	}
	if _, err := t.step.Compile(args...); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// Step takes a non-private step on one batch. It does nothing if ctx has ended; a step that has
// begun is finished.
func (t *Trainer) Step(ctx context.Context, batch Batch) error {
	if t.config.Clip != 0 {
		return errors.New("train: a private step samples its own batch: use StepOn")
	}
	return t.take(ctx, batch)
}

// StepOn takes a private step; otherwise it is like [Trainer.Step]. It samples the records, and
// fill returns the batch of the sample: one piece, or two if the sample exceeds Config.Batch.
// Pieces are cut by sampled records, absent ones included.
func (t *Trainer) StepOn(ctx context.Context, records []int32, fill func(sample []int32) ([]Batch, error)) error {
	if t.config.Clip == 0 {
		return errors.New("train: this trainer has no clipping norm: use Step, or set Clip")
	}
	if err := t.ready(ctx); err != nil {
		return err
	}
	batch, err := t.sampled(records, fill)
	if err == nil {
		err = t.take(context.WithoutCancel(ctx), batch...)
	}
	if err != nil && !t.closed() {
		_ = t.free() // the sample has been drawn: the step cannot be retried
	}
	return err
}

// sampled returns the batch of a step.
func (t *Trainer) sampled(records []int32, fill func(sample []int32) ([]Batch, error)) ([]Batch, error) {
	sample, err := t.source.Sample(records)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	batch, err := fill(sample)
	if err != nil {
		return nil, err
	}
	present := 0
	for _, b := range batch {
		for _, there := range b.Present {
			if there {
				present++
			}
		}
	}
	if present > len(sample) {
		return nil, errors.New("train: the batch has more examples than the sample has records")
	}
	return batch, nil
}

// ready returns an error if no step can be taken.
func (t *Trainer) ready(ctx context.Context) error {
	var err error
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("train: stopped before step %d of %d: %w", t.done+1, t.config.Steps, ctx.Err())
	case t.closed():
		err = errors.New("the trainer is closed, or a step of it failed")
	case t.config.Clip != 0 && t.source == nil:
		err = errors.New("a private step without noise: call SetSource first")
	case t.done == t.config.Steps:
		err = errors.New("the plan has no more steps")
	default:
		return nil
	}
	return fmt.Errorf("train: step %d of %d: %w", t.done+1, t.config.Steps, err)
}

// take takes a step on the pieces of a batch.
func (t *Trainer) take(ctx context.Context, batch ...Batch) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	if err := t.checkBatch(batch); err != nil {
		return fmt.Errorf("train: step %d of %d: %w", t.done+1, t.config.Steps, err)
	}
	if err := t.run(batch); err != nil {
		_ = t.free() // its noise may have been drawn: the step cannot be retried
		return fmt.Errorf("train: step %d of %d: %w", t.done+1, t.config.Steps, err)
	}
	t.done++
	return nil
}

func (t *Trainer) checkBatch(batch []Batch) error {
	most := 1
	if t.config.Clip != 0 {
		most = pieces
	}
	if len(batch) < 1 || len(batch) > most {
		return fmt.Errorf("a batch in %d pieces, want 1 … %d", len(batch), most)
	}
	for _, b := range batch {
		if len(b.Present) != t.config.Batch {
			return fmt.Errorf("the batch's Present has %d entries, want %d", len(b.Present), t.config.Batch)
		}
		if t.drops && len(b.Records) != t.config.Batch {
			return fmt.Errorf("the batch's Records have %d entries: dropout needs %d", len(b.Records), t.config.Batch)
		}
		if t.host != nil {
			if err := t.host.check(b); err != nil {
				return err
			}
		} else if b.Rows != nil {
			return errors.New("the batch has sparse rows, which this trainer does not support: fill Inputs[0]")
		}
		inputs, shaped := b.Inputs, t.config.Inputs
		if b.Rows != nil && len(inputs) > 0 {
			inputs, shaped = inputs[1:], shaped[1:]
		}
		if !slices.EqualFunc(inputs, shaped, func(x *tensors.Tensor, want shapes.Shape) bool { return x.Shape().Equal(want) }) {
			return errors.New("the shapes of the batch's arrays differ from Config.Inputs")
		}
	}
	return nil
}

func (t *Trainer) run(batch []Batch) error {
	if t.host != nil {
		loss, err := t.host.step(batch, t.source, t.done+1)
		t.loss = loss
		return err
	}
	var noise *tensors.Tensor
	if t.drawer != nil {
		var err error
		if noise, err = t.drawer.next(); err != nil {
			return err
		}
		for _, b := range batch[1:] {
			if err := t.add(noise, b); err != nil {
				return err
			}
		}
		t.drawer.start()
	}
	args := []any{float32(t.config.Optimiser.rate()), float32(t.done + 1)}
	for _, s := range t.state {
		given, err := DonateTensorBuffer(s, t.backend, 0)
		if err != nil {
			return err
		}
		args = append(args, given)
	}
	in, err := transferred(t.args(batch[0]), t.backend)
	if err != nil {
		return err
	}
	args = append(args, in...)
	if noise != nil {
		args = append(args, noise)
	}
	t.state = nil // donated
	out, err := t.step.Call(args...)
	if err != nil {
		return err
	}
	t.loss, t.state = float64(tensors.ToScalar[float32](out[0])), out[1:]
	return out[0].FinalizeAll()
}

// add adds the clipped sum over a piece of a batch to the noise.
func (t *Trainer) add(noise *tensors.Tensor, b Batch) error {
	var args []any
	for _, w := range t.state[:len(t.config.Model.Weights)] {
		args = append(args, w)
	}
	in, err := transferred(t.args(b), t.backend)
	if err != nil {
		return err
	}
	out, err := t.partial.Call(append(args, in...)...)
	if err != nil {
		return err
	}
	sum, err := tensors.CopyFlatData[float32](out[0])
	if err != nil {
		return err
	}
	if err := out[0].FinalizeAll(); err != nil {
		return err
	}
	return tensors.MutableFlatData(noise, func(flat []float32) {
		for i, s := range sum {
			flat[i] += s
		}
	})
}

// args returns a batch as arguments: Present, the keys of the dropout masks, the inputs.
func (t *Trainer) args(b Batch) []any {
	keys := make([]uint32, t.config.Batch)
	if t.drops {
		for i, record := range b.Records {
			keys[i] = exampleKey(t.config.Seed, t.done, record)
		}
	}
	args := []any{b.Present, keys}
	for _, x := range b.Inputs {
		args = append(args, x)
	}
	return args
}

// UnreleasedLoss returns the mean loss of the last batch before its step. It reads private data
// without noise: use it in tests and non-private runs only, never for release.
func (t *Trainer) UnreleasedLoss() float64 { return t.loss }

// Weights returns the current weights. After a private step they can be released.
func (t *Trainer) Weights() ([][]float32, error) {
	weights, err := t.arrays()
	if err != nil {
		return nil, err
	}
	weights = weights[:len(t.config.Model.Weights)]
	for i := range weights {
		if slices.ContainsFunc(weights[i], func(w float32) bool { return w-w != 0 }) {
			return nil, fmt.Errorf("train: weight %d has entries that are not finite: try a smaller rate", i)
		}
	}
	return weights, nil
}

// arrays returns copies of the weights and the optimiser state.
func (t *Trainer) arrays() (list [][]float32, err error) {
	if t.closed() {
		return nil, errors.New("train: the trainer is closed, or a step of it failed")
	}
	if t.host != nil {
		return t.host.state(), nil
	}
	for _, s := range t.state {
		flat, err := tensors.CopyFlatData[float32](s)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		list = append(list, flat)
	}
	return list, nil
}

// closed reports whether the trainer is closed or a step has failed.
func (t *Trainer) closed() bool { return t.state == nil && t.host == nil }

// Close frees the trainer's device memory.
func (t *Trainer) Close() error {
	if t.step != nil {
		t.partial.Finalize()
		t.step.Finalize()
	}
	return t.free()
}

// free makes the trainer unusable.
func (t *Trainer) free() error {
	var err error
	if t.drawer != nil {
		err = t.drawer.close()
	}
	for _, s := range t.state {
		err = errors.Join(err, s.FinalizeAll())
	}
	t.state, t.drawer, t.host = nil, nil, nil
	return err
}
