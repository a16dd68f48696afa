package gap

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// layers returns the settings of the two MLPs.
func (c ByNode) layers() Layers {
	return Layers{
		Classes: c.Classes, Hidden: c.Hidden, EncoderLayers: c.EncoderLayers, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers,
		Activation: c.Activation, Rate: c.Rate, EncoderEpochs: c.EncoderEpochs, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}

// begin spends the session's budget on two trainings with noisy gradients and, between them, on the
// sums of the hops, all with the same noise multiplier.
func (c ByNode) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	encoder, classifier, err := c.layers().nets(d, c.Hops)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return c.learn(ctx, run, encoder, classifier, d)
	}, err
}

// fit returns a training with noisy gradients.
func (c ByNode) fit(n perceptron.Net, epochs int, records []int32) *perceptron.Fit {
	f := n.Fit(records, c.Rate)
	f.Batch, f.Clip, f.Backend = c.Batch, c.Clip, c.Backend
	f.Steps = f.Epochs(epochs)
	return f
}

func (c ByNode) learn(ctx context.Context, run *checkpoint.Run, encoder, classifier perceptron.Net, d *classification.Data) (*Result, error) {
	s := run.Session()
	rng, seed := run.Stream("initial weights"), run.Stream("neighbours").Uint64()
	early, late := c.fit(encoder, c.EncoderEpochs, d.Split.Train), c.fit(classifier, c.Epochs, d.Split.Train)
	defer early.Close()
	defer late.Close()
	for i, f := range []*perceptron.Fit{early, late} {
		if err := f.Open([]perceptron.Net{encoder, classifier}[i].First(rng)); err != nil {
			return nil, err
		}
	}
	encoding, classification := early.Plan("encoder"), late.Plan("classifier")
	multiplier, err := aggregate.Multiplier(s, c.Hops, encoding, classification)
	if err != nil {
		return nil, err
	}
	encoding.Multiplier, classification.Multiplier = multiplier, multiplier
	hop := func(h int, rows func(d *gdp.Data) (aggregate.Rows, error)) gdp.Release[[]float64] {
		q := aggregate.ByNode(fmt.Sprintf("sums of sampled neighbours' rows, hop %d of %d", h, c.Hops), d.Nodes, c.MaxDegree, seed, "[GAP23]", rows)
		return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h), q, multiplier)
	}
	spends := []gdp.Spend{encoding, classification}
	for h := range c.Hops {
		spends = append(spends, hop(h+1, nil))
	}
	if err := run.Reserve(spends...); err != nil {
		return nil, err
	}
	first, err := early.Pay(run, encoding)
	if err != nil {
		return nil, err
	}
	second, err := late.Pay(run, classification)
	if err != nil {
		return nil, err
	}
	m := &Model{}
	err = perceptron.Train(ctx, run,
		perceptron.Stage{Fit: early, Begin: func() (perceptron.Data, error) {
			private := first.Data().Network
			return perceptron.Data{Rows: perceptron.Features(private.Attrs, false), Labels: private.Labels}, nil
		}},
		perceptron.Stage{Fit: late, Begin: func() (perceptron.Data, error) {
			weights, err := early.Weights()
			if err != nil {
				return perceptron.Data{}, err
			}
			m.Encoder = &perceptron.Model{Net: encoder, Parameters: weights}
			rows := func(d *gdp.Data) (aggregate.Rows, error) { return encode(m.Encoder, d.Network.Attrs, false) }
			private := second.Data()
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
				m.Sums = append(m.Sums, aggregate.Float32s(sums))
				all = append(all, released.Float32s())
			}
			return perceptron.Data{Rows: joined(c.Hidden, all...), Labels: private.Network.Labels}, nil
		}})
	if err != nil {
		return nil, err
	}
	weights, err := late.Weights()
	if err != nil {
		return nil, err
	}
	m.Classifier = &perceptron.Model{Net: classifier, Parameters: weights}
	r := &Result{Model: m}
	r.Multiplier = multiplier
	return r, nil
}
