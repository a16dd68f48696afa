package features

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gomlx "github.com/gomlx/gomlx/core/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/train"
)

// fit is one training, private or plain.
type fit struct {
	config   settings
	model    *Model
	nodes    []int32 // records
	steps    int
	seed     uint64 // of the subsample and of dropout, public
	trainer  *train.Trainer
	training *gdp.Training  // of a private one
	plain    *graph.Network // of a training without privacy
	shuffle  *rand.Rand     // its order of nodes
	order    []int32        // what is left of an epoch
}

// known reports whether squared norms go with the features: dropout changes them.
func (f *fit) known() bool { return f.config.Dropout == 0 }

// trainerConfig returns the training that the configuration asks for.
func (f *fit) trainerConfig() train.Config {
	c := f.config
	rate, records := c.samplingRate(len(f.nodes)), len(f.nodes)
	t := train.Config{
		Model: f.model.shape(), Optimiser: train.DefaultAdam(c.Rate), Decay: c.Decay, Steps: f.steps,
		Batch:   train.PoissonPlaces(records, rate),
		Divisor: rate * float64(records), // the expected number, and public
		Seed:    f.seed, Backend: c.Backend,
	}
	if f.plain != nil {
		t.Batch = min(c.Batch, records)
		t.Divisor = float64(t.Batch)
	} else {
		t.Clip = &train.Clipping{Bound: c.Clip}
	}
	t.Inputs = []shapes.Shape{
		shapes.Make(dtypes.Float32, t.Batch, f.model.Columns), // features
		shapes.Make(dtypes.Int32, t.Batch),                    // classes
	}
	if f.known() {
		t.Inputs = append(t.Inputs, shapes.Make(dtypes.Float32, t.Batch)) // squared norms
	}
	t.Model.Loss = func(tape *train.Tape, x []*gomlx.Node) *gomlx.Node {
		if f.known() {
			tape.Squares(x[0], x[2])
		}
		hidden := gomlx.MaxScalar(tape.Linear(0, tape.Dropout(c.Dropout, x[0])), 0)
		return train.CrossEntropy(tape.Linear(1, tape.Dropout(c.Dropout, hidden)), x[1])
	}
	return t
}

// open builds the trainer: what is wrong with the configuration, shows here.
func (f *fit) open(first [][]float32) error {
	var err error
	if f.trainer, err = train.New(f.trainerConfig(), first); err != nil {
		return fmt.Errorf("features: %w", err)
	}
	return nil
}

func (f *fit) close() { _ = f.trainer.Close() }

// run does the steps that are left of the run.
func (f *fit) run(ctx context.Context, run *checkpoint.Run) error {
	batches, err := f.newBatches()
	if err != nil {
		return err
	}
	defer batches.close()
	err = run.Steps(ctx, f.steps, []any{f.trainer, &f.order}, func(int) error {
		batch, err := batches.next()
		if err != nil {
			return err
		}
		if err := f.trainer.Step(context.WithoutCancel(ctx), batch...); err != nil {
			return fmt.Errorf("features: %w", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	weights, err := f.trainer.Weights()
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}
	f.model.W1, f.model.W2 = weights[0], weights[1]
	return nil
}
