package progap

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// unproved is why nothing is proved of [PublishedNDP].
const unproved = aggregate.Unsent

func (c ByNode) layers() Layers {
	return Layers{
		Classes: c.Classes, Hidden: c.Hidden, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers, Activation: c.Activation,
		Rate: c.Rate, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}

// RunNDP runs [PublishedNDP]: it spends the session's budget on a training with noisy
// gradients for each stage, and on the sums between them, all with the same noise
// multiplier.
func RunNDP(ctx context.Context, s *gdp.Session, c ByNode, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := s.Public()
	switch {
	case s.Relation() != gdp.NodeUnbounded:
		return nil, fmt.Errorf("progap: this mode is for the relation %v, the session's is %v", gdp.NodeUnbounded, s.Relation())
	case p.Columns == 0 || !p.Labelled:
		return nil, fmt.Errorf("progap: %w", method.Lacking(p.Columns != 0, p.Labelled))
	}
	if err := aggregate.Size(p.Nodes); err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	nets, err := c.layers().stages(p.Columns, len(p.Classes), c.Depth)
	if err != nil {
		return nil, err
	}
	nodes, err := c.Split.Of(p.Nodes)
	if err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	return checkpoint.Once(ctx, s, "progap", c, w, func(run *checkpoint.Run) (*Result, error) {
		return c.learn(ctx, run, nets, nodes)
	})
}

func (c ByNode) learn(ctx context.Context, run *checkpoint.Run, nets []perceptron.Net, nodes split.Nodes) (*Result, error) {
	s := run.Session()
	n, rng, seed := s.Public().Nodes, run.Stream("initial weights"), run.Stream("neighbours").Uint64()
	g := &growth{c: c.layers(), nets: nets}
	var plans []gdp.Plan
	for i, net := range nets {
		f := &perceptron.Fit{
			Model: net.Model(), Columns: nets[0].Channels[0] + i*c.Hidden, Classes: net.Classes(), Records: nodes.Train,
			Batch: c.Batch, Steps: c.Epochs * ((len(nodes.Train) + c.Batch - 1) / c.Batch), Clip: c.Clip,
			Optimiser: train.DefaultAdam(c.Rate), Backend: c.Backend,
		}
		defer f.Close()
		g.fits, g.fresh = append(g.fits, f), append(g.fresh, net.First(rng))
		plans = append(plans, f.Plan(fmt.Sprintf("training %d", i)))
	}
	if err := g.fits[0].Open(g.fresh[0]); err != nil { // what is wrong shows before anything is paid
		return nil, fmt.Errorf("progap: %w", err)
	}
	multiplier, err := aggregate.Multiplier(s, c.Depth, plans...)
	if err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	sums := func(stage int, rows func(d *gdp.Data) (aggregate.Rows, error)) gdp.Release[[]float64] {
		q := aggregate.ByNode(fmt.Sprintf("sums of sampled neighbours' rows, stage %d of %d", stage, c.Depth), n, c.MaxDegree, seed, "[PROGAP24]", rows)
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
		t, err := run.Train(p)
		if err != nil {
			return nil, err
		}
		if err := g.fits[i].Fund(t); err != nil {
			return nil, fmt.Errorf("progap: %w", err)
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
	m, err := g.train(ctx, run)
	if err != nil {
		return nil, err
	}
	return (&Result{Model: m, Split: nodes, Multiplier: multiplier}).guaranteed(s)
}
