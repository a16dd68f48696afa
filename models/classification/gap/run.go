package gap

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
	return c.Layers.noisy(in, c.Hops, func(r aggregate.Rows, name string, n int) gdp.Bounded[gdp.L2] {
		return r.ByArc(name, n, "[GAP23]")
	})
}

func (c ByEdge) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return c.Layers.noisy(in, c.Hops, aggregate.Rows.Query)
}

func (c Edgeless) begin(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, 0)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) { return t.learn(ctx, run, nil) }, err
}

// exact uses sums without noise.
func (c ByArc) exact(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, c.Hops)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		g := t.Graph.Undirected()
		return t.learn(ctx, run, func(x aggregate.Rows) ([][]float64, error) {
			return x.Hops(c.Hops, func(_ int, x aggregate.Rows) ([]float64, error) { return x.Sum(g), nil }, nil)
		})
	}, err
}

// bounded returns a named query of the sums of rows.
type bounded func(r aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2]

// noisy spends the session's budget on the sums of all hops.
func (c Layers) noisy(in *classification.Input, hops int, query bounded) (classification.Fit[*Result], error) {
	t, err := c.open(in, hops)
	if err != nil {
		return nil, err
	}
	multiplier, err := aggregate.Multiplier(in.Session(), hops)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		r, err := t.learn(ctx, run, func(x aggregate.Rows) ([][]float64, error) {
			return x.NoisyHops(run, hops, multiplier, query, nil)
		})
		if err == nil {
			r.Multiplier = multiplier
		}
		return r, err
	}, err
}

// task is a run that is ready to begin.
type task struct {
	*classification.Data
	c                   Layers
	hops                int
	encoder, classifier perceptron.Net
	held                []int32 // validation nodes
}

func (c Layers) open(in *classification.Input, hops int) (t task, err error) {
	t = task{c: c, hops: hops}
	if t.Data, err = in.Public(c.Classes, c.Split); err == nil {
		t.encoder, t.classifier, err = c.nets(t.Data, hops)
	}
	if err == nil {
		t.held, err = t.HoldOut(c.Validation, c.Split.Seed)
	}
	return t, err
}

// nets returns encoder and classifier.
func (c Layers) nets(d *classification.Data, hops int) (encoder, classifier perceptron.Net, err error) {
	encoder, classifier = c.encoder(d.Columns, d.Classes), c.classifier(hops, d.Classes)
	if err = aggregate.Size(d.Nodes); err == nil {
		err = encoder.Check()
	}
	if err == nil {
		err = classifier.Check()
	}
	return encoder, classifier, err
}

// fit returns a training on all labelled training nodes.
func (t task) fit(n perceptron.Net, epochs int) *perceptron.Fit {
	f := n.Fit(t.Known, t.c.Rate)
	f.Steps, f.Decay, f.Backend = epochs, t.c.Decay, t.c.Backend
	return f
}

// learn trains the encoder, takes the sums, and trains the classifier. A resumed run trains the
// encoder again. Only the sums read edges.
func (t task) learn(ctx context.Context, run *checkpoint.Run, sums func(x aggregate.Rows) ([][]float64, error)) (*Result, error) {
	rng := rand.New(rand.NewPCG(t.c.Start, 0)) // not from the session, so that the sums' rows are the same in every session
	first, second := t.encoder.First(rng), t.classifier.First(rng)
	early, late := t.fit(t.encoder, t.c.EncoderEpochs), t.fit(t.classifier, t.c.Epochs)
	defer early.Close()
	defer late.Close()
	if err := late.Open(second); err != nil { // report invalid settings before anything is paid for
		return nil, err
	}
	if err := early.Open(first); err != nil {
		return nil, err
	}
	data := perceptron.Data{Rows: perceptron.Features(t.Attrs, t.c.Unit), Labels: t.Labels}
	early.Validate(t.encoder, data, t.held)
	if err := early.Learn(ctx, data); err != nil {
		return nil, fmt.Errorf("the encoder: %w", err)
	}
	weights, err := early.Weights()
	if err != nil {
		return nil, err
	}
	m := &Model{Encoder: perceptron.NewModel(t.encoder, weights, data, t.Known), Unit: t.c.Unit}
	x, err := encode(m.Encoder, t.Attrs, t.c.Unit)
	if err != nil {
		return nil, err
	}
	rows := [][]float32{x.Float32s()}
	if t.hops > 0 {
		all, err := sums(x)
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			m.Sums = append(m.Sums, aggregate.Float32s(s))
			rows = append(rows, aggregate.Unit(t.c.Hidden, m.Sums[len(m.Sums)-1]).Float32s())
		}
	}
	// No edge is read from here on.
	data.Rows = joined(t.c.Hidden, rows...)
	late.Validate(t.classifier, data, t.held)
	if weights, err = late.Train(ctx, run, func() (perceptron.Data, error) { return data, nil }); err != nil {
		return nil, err
	}
	m.Classifier = perceptron.NewModel(t.classifier, weights, data, t.Known)
	return &Result{Model: m}, nil
}
