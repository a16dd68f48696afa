package graphrnn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// train trains GraphRNN on a collection and draws a graph for each of its graphs.
func train(ctx context.Context, of *graph.Collection, c Unprotected, seed uint64, w *method.Watch) (*Result, error) {
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
			all, values = append(all, m), append(values, m.values()...)
		}
		err := run.Steps(ctx, c.Steps, values, func(i int) error {
			return parallel.Do(len(all), func(k int) error { return all[k].step(i) })
		})
		if err != nil {
			return nil, err
		}
		drawn := make([][]*graph.Graph, len(all))
		err = parallel.Do(len(all), func(k int) (err error) {
			drawn[k], err = all[k].draw()
			return err
		})
		if err != nil {
			return nil, err
		}
		r := &Result{Labels: of.Labels, Classes: of.Classes}
		for k, m := range all {
			r.Graphs, r.Bandwidths, r.Losses = append(r.Graphs, drawn[k]...), append(r.Bandwidths, m.net.m), append(r.Losses, m.loss)
		}
		return r, nil
	})
}

// mostBits bounds the bits that graphs are written with.
const mostBits = 1 << 26

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
	net        *network
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
	x.net = newNetwork(c, m, rng)
	return x, nil
}

// values are what training changes, for a checkpoint.
func (x *model) values() []any {
	list := []any{&x.loss}
	for _, p := range x.net.parts() {
		list = append(list, p.Values()...)
	}
	return list
}

// step takes a step of training, in random orders of random graphs.
func (x *model) step(i int) error {
	var batch []vector.Matrix
	for range x.Batch {
		g := x.graphs[x.rng.IntN(len(x.graphs))]
		batch = append(batch, write(g, within(g, x.net.m, x.rng), x.net.m))
	}
	x.loss = x.net.gradient(batch)
	if math.IsNaN(x.loss) || math.IsInf(x.loss, 0) {
		return fmt.Errorf("graphrnn: the loss is %v: try a smaller Rate than %v", x.loss, x.Rate)
	}
	for _, p := range x.net.parts() {
		p.Step(i+1, x.rate(i))
	}
	return nil
}

// draw draws a graph for each graph that the model learned from.
func (x *model) draw() (all []*graph.Graph, err error) {
	for _, components := range x.components {
		g, err := x.net.draw(components, x.most, x.rng)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}
