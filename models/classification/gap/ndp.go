package gap

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

// layers are those of the two perceptrons.
func (c ByNode) layers() Layers {
	return Layers{
		Classes: c.Classes, Hidden: c.Hidden, EncoderLayers: c.EncoderLayers, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers,
		Activation: c.Activation, Rate: c.Rate, EncoderEpochs: c.EncoderEpochs, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}

// RunNDP runs [PublishedNDP]: it spends the session's budget on two trainings with noisy
// gradients, and on the sums of hops between them, all with the same noise multiplier.
func RunNDP(ctx context.Context, s *gdp.Session, c ByNode, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := s.Public()
	switch {
	case s.Relation() != gdp.NodeUnbounded:
		return nil, fmt.Errorf("gap: this mode is for the relation %v, the session's is %v", gdp.NodeUnbounded, s.Relation())
	case p.Columns == 0 || !p.Labelled:
		return nil, fmt.Errorf("gap: %w", method.Lacking(p.Columns != 0, p.Labelled))
	}
	if err := aggregate.Size(p.Nodes); err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	encoder, classifier, err := c.layers().nets(p.Columns, len(p.Classes), c.Hops)
	if err != nil {
		return nil, err
	}
	nodes, err := c.Split.Of(p.Nodes)
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	return checkpoint.Once(ctx, s, "gap", c, w, func(run *checkpoint.Run) (*Result, error) {
		return c.learn(ctx, run, encoder, classifier, nodes)
	})
}

// fit is a training with noisy gradients.
func (c ByNode) fit(n perceptron.Net, columns, epochs int, records []int32) *perceptron.Fit {
	return &perceptron.Fit{
		Model: n.Model(), Columns: columns, Classes: n.Classes(), Records: records,
		Batch: c.Batch, Steps: epochs * ((len(records) + c.Batch - 1) / c.Batch), Clip: c.Clip,
		Optimiser: train.DefaultAdam(c.Rate), Backend: c.Backend,
	}
}

func (c ByNode) learn(ctx context.Context, run *checkpoint.Run, encoder, classifier perceptron.Net, nodes split.Nodes) (*Result, error) {
	s := run.Session()
	n, rng, seed := s.Public().Nodes, run.Stream("initial weights"), run.Stream("neighbours").Uint64()
	early := c.fit(encoder, encoder.Channels[0], c.EncoderEpochs, nodes.Train)
	late := c.fit(classifier, (c.Hops+1)*c.Hidden, c.Epochs, nodes.Train)
	defer early.Close()
	defer late.Close()
	for i, f := range []*perceptron.Fit{early, late} {
		if err := f.Open([]perceptron.Net{encoder, classifier}[i].First(rng)); err != nil {
			return nil, fmt.Errorf("gap: %w", err)
		}
	}
	encoding, classification := early.Plan("encoder"), late.Plan("classifier")
	multiplier, err := aggregate.Multiplier(s, c.Hops, encoding, classification)
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	encoding.Multiplier, classification.Multiplier = multiplier, multiplier
	hop := func(h int, rows func(d *gdp.Data) (aggregate.Rows, error)) gdp.Release[[]float64] {
		q := aggregate.ByNode(fmt.Sprintf("sums of sampled neighbours' rows, hop %d of %d", h, c.Hops), n, c.MaxDegree, seed, "[GAP23]", rows)
		return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h), q, multiplier)
	}
	spends := []gdp.Spend{encoding, classification}
	for h := range c.Hops {
		spends = append(spends, hop(h+1, nil))
	}
	if err := run.Reserve(spends...); err != nil {
		return nil, err
	}
	var trainings []*gdp.Training
	for i, plan := range []gdp.Plan{encoding, classification} {
		training, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		if err := []*perceptron.Fit{early, late}[i].Fund(training); err != nil {
			return nil, fmt.Errorf("gap: %w", err)
		}
		trainings = append(trainings, training)
	}
	r := &Result{Model: &Model{}, Split: nodes, Multiplier: multiplier}
	m := r.Model
	err = perceptron.Train(ctx, run,
		perceptron.Stage{Fit: early, Begin: func() (perceptron.Data, error) {
			private := trainings[0].Data().Network
			return perceptron.Data{Rows: perceptron.Features(private.Attrs, false), Labels: private.Labels}, nil
		}},
		perceptron.Stage{Fit: late, Begin: func() (perceptron.Data, error) {
			weights, err := early.Weights()
			if err != nil {
				return perceptron.Data{}, err
			}
			m.Encoder = &perceptron.Model{Net: encoder, Parameters: weights}
			rows := func(d *gdp.Data) (aggregate.Rows, error) { return encode(m.Encoder, d.Network.Attrs, false) }
			private := trainings[1].Data()
			own, err := rows(private)
			if err != nil {
				return perceptron.Data{}, err
			}
			all := [][]float32{own.Float32s()}
			m.Sums = nil
			for h := range c.Hops {
				sums, err := hop(h+1, rows).Draw(s)
				if err != nil {
					return perceptron.Data{}, err
				}
				released := aggregate.Unit(c.Hidden, sums)
				rows = func(*gdp.Data) (aggregate.Rows, error) { return released, nil }
				m.Sums = append(m.Sums, float32s(sums))
				all = append(all, released.Float32s())
			}
			return perceptron.Data{Rows: joined(c.Hidden, all...), Labels: private.Network.Labels}, nil
		}})
	if err != nil {
		return nil, err
	}
	weights, err := late.Weights()
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	m.Classifier = &perceptron.Model{Net: classifier, Parameters: weights}
	return r.guaranteed(s)
}
