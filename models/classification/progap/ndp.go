package progap

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

func (c ByNode) layers() Layers {
	return Layers{
		Classes: c.Classes, Hidden: c.Hidden, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers, Activation: c.Activation,
		Rate: c.Rate, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}

// begin spends the session's budget on a training with noisy gradients for each stage, and on the
// sums between them, all with the same noise multiplier.
func (c ByNode) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	nets, err := c.layers().stages(d, c.Depth)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) { return c.learn(ctx, run, nets, d) }, err
}

func (c ByNode) learn(ctx context.Context, run *checkpoint.Run, nets []perceptron.Net, d *classification.Data) (*Result, error) {
	s := run.Session()
	rng, seed := run.Stream("initial weights"), run.Stream("neighbours").Uint64()
	g := &progressive{c: c.layers(), nets: nets}
	var plans []gdp.Plan
	for i, net := range nets {
		f := net.Fit(d.Split.Train, c.Rate)
		f.Batch, f.Clip, f.Backend = c.Batch, c.Clip, c.Backend
		f.Steps = f.Epochs(c.Epochs)
		defer f.Close()
		g.fits, g.fresh = append(g.fits, f), append(g.fresh, net.First(rng))
		plans = append(plans, f.Plan(fmt.Sprintf("training %d", i)))
	}
	if err := g.fits[0].Open(g.fresh[0]); err != nil { // report invalid settings before anything is paid for
		return nil, err
	}
	multiplier, err := aggregate.Multiplier(s, c.Depth, plans...)
	if err != nil {
		return nil, err
	}
	sums := func(stage int, rows func(d *gdp.Data) (aggregate.Rows, error)) gdp.Release[[]float64] {
		q := aggregate.ByNode(fmt.Sprintf("sums of sampled neighbours' rows, stage %d of %d", stage, c.Depth), d.Nodes, c.MaxDegree, seed, "[PROGAP24]", rows)
		return gdp.NewGaussianMultiplier(fmt.Sprintf("stage %d", stage), q, multiplier)
	}
	var spends []gdp.Spend
	for i := range plans {
		plans[i].Multiplier = multiplier
		spends = append(spends, plans[i])
		if i > 0 {
			spends = append(spends, sums(i, nil))
		}
	}
	if err := run.Reserve(spends...); err != nil {
		return nil, err
	}
	var private *gdp.Data
	for i, p := range plans {
		t, err := g.fits[i].Pay(run, p)
		if err != nil {
			return nil, err
		}
		private = t.Data()
	}
	g.x = func() perceptron.Rows { return perceptron.Features(private.Network.Attrs, false) }
	g.labels = func() []int32 { return private.Network.Labels }
	g.sum = func(stage int, embed func(x perceptron.Rows) (aggregate.Rows, error)) ([]float64, error) {
		return sums(stage, func(d *gdp.Data) (aggregate.Rows, error) {
			return embed(perceptron.Features(d.Network.Attrs, false))
		}).Draw(s)
	}
	r, err := g.train(ctx, run)
	if err == nil {
		r.Multiplier = multiplier
	}
	return r, err
}
