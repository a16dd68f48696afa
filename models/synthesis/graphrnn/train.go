package graphrnn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// fit trains GraphRNN on a collection and draws a graph for each of its graphs.
func fit(ctx context.Context, of *graph.Collection, c Unprotected, seed uint64, w *method.Watch) (*Result, error) {
	if err := method.CheckGraphs("graphrnn", of); err != nil {
		return nil, err
	}
	return checkpoint.PlainCollection(ctx, of, "graphrnn", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		var all []*model
		var values []any
		for _, list := range grouped(of, c.Together) {
			m, err := newModel(list, c, run.Stream(fmt.Sprintf("network %d", len(all))))
			if err != nil {
				return nil, err
			}
			defer m.descent.Close()
			all, values = append(all, m), append(values, &m.loss, m.descent)
		}
		err := run.Steps(ctx, c.Steps, values, func(i int) error {
			for _, m := range all { // one at a time: each step runs on all cores
				if err := m.step(i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		r := &Result{Labels: of.Labels, Classes: of.Classes}
		for _, m := range all {
			drawn, err := m.draw()
			if err != nil {
				return nil, err
			}
			r.Graphs, r.Bandwidths, r.Losses = append(r.Graphs, drawn...), append(r.Bandwidths, m.net.m), append(r.Losses, m.loss)
		}
		return r, nil
	})
}

// mostBits bounds the bits of a batch. Training holds some kilobytes for each.
const mostBits = 1 << 20

// grouped returns the graphs that each network learns from, numbered.
func grouped(c *graph.Collection, together bool) (groups [][]*graph.Graph) {
	for _, w := range c.Graphs {
		if g := w.Graph.Undirected(); together && len(groups) > 0 {
			groups[0] = append(groups[0], g)
		} else {
			groups = append(groups, []*graph.Graph{g})
		}
	}
	return groups
}

// model is a network with the graphs that it learns from.
type model struct {
	Unprotected
	graphs     []*graph.Graph
	components []int
	most       int // nodes of the largest graph
	net        network
	declared   train.Network
	descent    *train.Descent
	rng        *rand.Rand
	loss       float64 // of the last step
}

func newModel(graphs []*graph.Graph, c Unprotected, rng *rand.Rand) (*model, error) {
	x, m := &model{Unprotected: c, graphs: graphs, rng: rng}, 1
	for _, g := range graphs {
		x.most = max(x.most, g.N())
		x.components = append(x.components, len(g.Components().Sizes))
	}
	for i, g := range graphs {
		if m = max(m, bandwidth(g, rng)); m > mostBits/(x.most*c.Batch) {
			return nil, fmt.Errorf("graphrnn: graph %d has %d nodes and a bandwidth of %d; a batch of %d is more than %d bits", i, x.most, m, c.Batch, mostBits)
		}
	}
	x.net = network{c, m}
	shapes, weights := train.Initial(x.net.weights(), rng)
	x.declared = train.Network{Weights: shapes, Loss: x.net.loss}
	var err error
	if x.descent, err = x.declared.Descend(train.DefaultAdam(c.Rate), backend.Unrolled(), weights); err != nil {
		return nil, fmt.Errorf("graphrnn: %w", err)
	}
	return x, nil
}

// step takes a step of training, in random orders of random graphs.
func (x *model) step(i int) (err error) {
	var batch [][][]float32
	for range x.Batch {
		g := x.graphs[x.rng.IntN(len(x.graphs))]
		batch = append(batch, write(g, within(g, x.net.m, x.rng), x.net.m))
	}
	x.descent.SetRate(x.rate(i))
	if x.loss, err = x.descent.Step(x.net.inputs(batch, x.most)...); err != nil {
		return fmt.Errorf("graphrnn: %w", err)
	}
	if math.IsNaN(x.loss) || math.IsInf(x.loss, 0) {
		return fmt.Errorf("graphrnn: the loss is %v: try a smaller Rate than %v", x.loss, x.Rate)
	}
	return nil
}

// draw draws a graph for each graph that the model learned from.
func (x *model) draw() (all []*graph.Graph, err error) {
	s, err := x.net.sampler(x.declared, x.descent.Inputs())
	if err != nil {
		return nil, err
	}
	defer s.close()
	for _, components := range x.components {
		g, err := s.draw(components, x.most, x.rng)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}
