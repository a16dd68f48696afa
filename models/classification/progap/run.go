package progap

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result = classification.Result[*Model]

func (c ByArc) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return c.Layers.noisy(in, c.Depth, func(r aggregate.Rows, name string, n int) gdp.Bounded[gdp.L2] {
		return r.ByArc(name, n, "[PROGAP24]")
	})
}

func (c ByEdge) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return c.Layers.noisy(in, c.Depth, aggregate.Rows.Query)
}

func (c Edgeless) begin(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, 0)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) { return t.learn(ctx, run, nil, nil) }, err
}

// exact uses sums without noise.
func (c ByArc) exact(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, c.Depth)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		g := t.Graph.Undirected()
		free := func() error { return nil }
		return t.learn(ctx, run, free, func(_ int, r aggregate.Rows) ([]float64, error) { return r.Sum(g), nil })
	}, err
}

// noisy spends the session's budget on the sums of all stages. The summed rows are a function of
// the configuration, public data and earlier sums, so the stage number identifies a query.
func (c Layers) noisy(in *classification.Input, depth int, query func(r aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2]) (classification.Fit[*Result], error) {
	t, err := c.open(in, depth)
	if err != nil {
		return nil, err
	}
	multiplier, err := aggregate.Multiplier(in.Session(), depth)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		sums := func(stage int, r aggregate.Rows) gdp.Release[[]float64] {
			q := query(r, fmt.Sprintf("sums of neighbours' rows, stage %d of %d", stage, depth), t.Nodes)
			return gdp.NewGaussianMultiplier(fmt.Sprintf("stage %d", stage), q, multiplier)
		}
		var spends []gdp.Spend
		for i := range depth {
			spends = append(spends, sums(i+1, aggregate.Rows{}))
		}
		pay := func() error { return run.Reserve(spends...) }
		r, err := t.learn(ctx, run, pay, func(stage int, r aggregate.Rows) ([]float64, error) { return sums(stage, r).Draw(run.Session()) })
		if err == nil {
			r.Multiplier = multiplier
		}
		return r, err
	}, err
}

// task is a run that is ready to begin.
type task struct {
	*classification.Data
	c    Layers
	nets []perceptron.Net
	held []int32 // validation nodes
}

func (c Layers) open(in *classification.Input, depth int) (t task, err error) {
	t.c = c
	if t.Data, err = in.Public(c.Classes, c.Split); err != nil {
		return t, err
	}
	if t.nets, err = c.stages(t.Data, depth); err != nil {
		return t, err
	}
	if t.held, err = t.HoldOut(c.Validation, c.Split.Seed); err != nil {
		return t, err
	}
	// Report invalid settings before anything is paid for.
	last := t.fit(depth)
	defer last.Close()
	return t, last.Open(t.nets[depth].First(rand.New(rand.NewPCG(c.Start, 0))))
}

// fit returns the training of a stage.
func (t task) fit(stage int) *perceptron.Fit {
	f := t.nets[stage].Fit(t.Known, t.c.Rate)
	f.Steps, f.Decay, f.Backend = t.c.Epochs, t.c.Decay, t.c.Backend
	return f
}

// learn trains stage by stage. Only the sums read edges. They are paid for after the first stage,
// which a resumed run trains again.
func (t task) learn(ctx context.Context, run *checkpoint.Run, pay func() error, sum func(stage int, r aggregate.Rows) ([]float64, error)) (*Result, error) {
	x, rng := perceptron.Features(t.Attrs, t.c.Unit), rand.New(rand.NewPCG(t.c.Start, 0))
	g := &progressive{
		c: t.c, nets: t.nets, known: t.Known, held: t.held,
		x: func() perceptron.Rows { return x }, labels: func() []int32 { return t.Labels },
		sum: func(stage int, embed func(x perceptron.Rows) (aggregate.Rows, error)) ([]float64, error) {
			r, err := embed(x)
			if err != nil {
				return nil, err
			}
			return sum(stage, r)
		},
	}
	for i, n := range t.nets {
		f := t.fit(i)
		defer f.Close()
		g.fits, g.fresh = append(g.fits, f), append(g.fresh, n.First(rng))
	}
	if pay != nil {
		d, err := g.begin(0)
		if err == nil {
			err = g.fits[0].Learn(ctx, d)
		}
		if err != nil {
			return nil, fmt.Errorf("the first stage: %w", err)
		}
		if err := pay(); err != nil {
			return nil, err
		}
	}
	return g.train(ctx, run)
}
