package progap

import (
	"context"

	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// progressive is a network trained stage by stage.
type progressive struct {
	c     Layers
	nets  []perceptron.Net
	fits  []*perceptron.Fit
	fresh [][][]float32 // initial weights of all stages
	known []int32       // labelled training nodes
	held  []int32       // validation nodes

	x      func() perceptron.Rows // features of the training data
	labels func() []int32
	// sum returns the sums of a stage, of the rows that embed computes from features.
	sum  func(stage int, embed func(x perceptron.Rows) (aggregate.Rows, error)) ([]float64, error)
	sums [][]float32 // so far
}

// train trains the unfinished stages in order.
func (g *progressive) train(ctx context.Context, run *checkpoint.Run) (*Result, error) {
	var stages []perceptron.Stage
	for i, f := range g.fits {
		if f.Finished() {
			continue
		}
		stages = append(stages, perceptron.Stage{Fit: f, Begin: func() (perceptron.Data, error) { return g.begin(i) }})
	}
	if err := perceptron.Train(ctx, run, stages...); err != nil {
		return nil, err
	}
	last := len(g.fits) - 1
	d, err := g.data(last)
	if err != nil {
		return nil, err
	}
	m, err := g.model(last, d)
	return &Result{Model: &Model{Net: m, Unit: g.c.Unit, Scaled: g.c.Scaled, Sums: g.sums}}, err
}

// begin returns the data of a stage, and opens its training: [PROGAP24] Progressive training.
func (g *progressive) begin(stage int) (perceptron.Data, error) {
	d, err := g.data(stage)
	if err != nil {
		return d, err
	}
	var before [][]float32
	if stage > 0 {
		if before, err = g.fits[stage-1].Weights(); err != nil {
			return d, err
		}
	}
	g.fits[stage].Validate(g.nets[stage], d, g.held)
	return d, g.fits[stage].Open(warm(g.fresh[stage], before, g.c))
}

// data returns the data of a stage: features, and the sums of the stages up to it, computed on
// first use, [PROGAP24] NAP.
func (g *progressive) data(stage int) (perceptron.Data, error) {
	for at := len(g.sums); at < stage; at++ {
		d, err := g.data(at)
		if err != nil {
			return d, err
		}
		m, err := g.model(at, d)
		if err != nil {
			return d, err
		}
		sums, err := g.sum(at+1, func(x perceptron.Rows) (aggregate.Rows, error) {
			rows, err := m.Embed(besides(x, g.c.Hidden, g.sums[:at], g.c.Scaled))
			return aggregate.Unit(rows.Columns, rows.Values), err
		})
		if err != nil {
			return d, err
		}
		g.sums = append(g.sums, aggregate.Float32s(sums))
	}
	return perceptron.Data{Rows: besides(g.x(), g.c.Hidden, g.sums[:stage], g.c.Scaled), Labels: g.labels()}, nil
}

// model returns the trained net of a stage.
func (g *progressive) model(stage int, d perceptron.Data) (*perceptron.Model, error) {
	w, err := g.fits[stage].Weights()
	if err != nil {
		return nil, err
	}
	return perceptron.NewModel(g.nets[stage], w, d, g.known), nil
}
