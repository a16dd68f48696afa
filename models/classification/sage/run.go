package sage

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result = classification.Result[*Model]

// begin trains without neighbours.
func (c Net) begin(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, 0)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return t.learn(ctx, run, run.Stream("training"), nil)
	}, err
}

func (c Exact) begin(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, c.MaxDegree)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return t.learn(ctx, run, run.Stream("training"), bounded(t.Graph, c.MaxDegree, run.Stream("neighbours").Uint64()))
	}, err
}

// task is a non-private training that is ready to begin.
type task struct {
	network
	*classification.Data
}

// open validates the settings and prepares the training.
func (c Net) open(in *classification.Input, k int) (t task, err error) {
	if t.Data, err = in.Public(c.Classes, c.Split); err != nil {
		return t, err
	}
	t.network = network{c, t.Columns, t.Classes, k}
	f := t.fit(t.Known)
	f.Shuffle = rand.New(rand.NewPCG(0, 0))
	defer f.Close()
	return t, f.Open(t.first(f.Shuffle)) // report invalid settings before anything is paid for
}

// fit returns a training on the neighbourhoods of records.
func (n network) fit(records []int32) *perceptron.Fit {
	c := n.c
	f := &perceptron.Fit{
		Model: n.model(), Columns: (n.k + 1) * (n.columns + 1), Classes: n.classes, Records: records,
		Batch: c.Batch, Optimiser: train.DefaultAdam(c.Rate), Decay: c.Decay, Backend: c.Backend,
	}
	f.Steps = f.Epochs(c.Epochs)
	return f
}

// learn trains on lists of neighbours; nil means none.
func (t task) learn(ctx context.Context, run *checkpoint.Run, rng *rand.Rand, lists [][]int32) (*Result, error) {
	f := t.fit(t.Known)
	f.Shuffle = rng
	defer f.Close()
	if err := f.Open(t.first(rng)); err != nil {
		return nil, err
	}
	d := perceptron.Data{Rows: rows{perceptron.Features(t.Attrs, t.c.Unit), lists, t.k}, Labels: t.Labels}
	weights, err := f.Train(ctx, run, func() (perceptron.Data, error) { return d, nil })
	r := &Result{Model: t.trained(weights)}
	r.Model.Neighbours, r.Steps = lists, f.Steps
	return r, err
}
