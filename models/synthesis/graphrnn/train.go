package graphrnn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
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
		known := map[network]*compiled{}
		defer func() {
			for _, x := range known {
				x.close()
			}
		}()
		for _, list := range grouped(of, c.Together) {
			m, err := newModel(list, c, run.Stream(fmt.Sprintf("network %d", len(all))), known)
			if err != nil {
				return nil, wrapped(err)
			}
			defer m.descent.Close()
			all, values = append(all, m), append(values, &m.loss, m.descent)
		}
		err := run.Steps(ctx, c.Steps, values, func(i int) error {
			return parallel.Do(len(all), func(k int) error { return wrapped(all[k].step(i)) })
		})
		if err != nil {
			return nil, err
		}
		drawn := make([][]*graph.Graph, len(all))
		err = parallel.Do(len(all), func(k int) (err error) {
			drawn[k], err = all[k].draw()
			return wrapped(err)
		})
		if err != nil {
			return nil, err
		}
		r := &Result{Labels: of.Labels, Classes: of.Classes}
		for k, m := range all {
			r.Graphs, r.Bandwidths, r.Losses = append(r.Graphs, drawn[k]...), append(r.Bandwidths, m.m), append(r.Losses, m.loss)
		}
		return r, nil
	})
}

// wrapped prefixes an error with the package name.
func wrapped(err error) error {
	if err != nil {
		return fmt.Errorf("graphrnn: %w", err)
	}
	return nil
}

// mostBits bounds the bits of a batch. Training needs some kilobytes for each.
const mostBits = 1 << 20

// grouped returns the training graphs of each network.
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

// model is a network with its training graphs.
type model struct {
	*compiled
	graphs     []*graph.Graph
	components []int
	descent    *train.Descent
	rng        *rand.Rand
	loss       float64 // of the last step
}

// newModel compiles the network unless known has one of the same sizes.
func newModel(graphs []*graph.Graph, c Unprotected, rng *rand.Rand, known map[network]*compiled) (*model, error) {
	x, net := &model{graphs: graphs, rng: rng}, network{c, 1, 0}
	for _, g := range graphs {
		net.length = max(net.length, g.N())
		x.components = append(x.components, len(g.Components().Sizes))
	}
	for i, g := range graphs {
		if net.m = max(net.m, bandwidth(g, rng)); net.m > mostBits/(net.length*c.Batch) {
			return nil, fmt.Errorf("graph %d has %d nodes and bandwidth %d: a batch of %d has more than %d bits; use a smaller Batch", i, net.length, net.m, c.Batch, mostBits)
		}
	}
	var err error
	if known[net] == nil {
		if known[net], err = net.compile(); err != nil {
			return nil, err
		}
	}
	x.compiled = known[net]
	x.descent, err = x.compiled.step.Descend(train.Initial(net.weights(), rng))
	return x, err
}

// step takes a training step on random orders of random graphs.
func (x *model) step(i int) (err error) {
	var batch [][][]float32
	for range x.Batch {
		g := x.graphs[x.rng.IntN(len(x.graphs))]
		batch = append(batch, write(g, within(g, x.m, x.rng), x.m))
	}
	x.descent.SetRate(x.rate(i))
	if x.loss, err = x.descent.Step(x.inputs(batch)...); err != nil {
		return err
	}
	if math.IsNaN(x.loss) || math.IsInf(x.loss, 0) {
		return fmt.Errorf("the loss is %v: try a smaller Rate than %v", x.loss, x.Rate)
	}
	return nil
}

// draw draws a graph for each training graph.
func (x *model) draw() (all []*graph.Graph, err error) {
	for _, components := range x.components {
		g, err := x.writer(x.descent).draw(components, x.rng)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// compiled holds the GoMLX graphs of a network: a training step, and for sampling a step of each of
// its two parts. row reads a row and bit a bit; both take and return states.
type compiled struct {
	network
	step     *train.Compiled
	row, bit *Exec
}

func (x network) compile() (c *compiled, err error) {
	c = &compiled{network: x}
	n := train.Network{Weights: train.Shapes(x.weights()), Loss: x.loss}
	if c.step, err = n.Compile(train.DefaultAdam(x.Rate), backend.Unrolled()); err != nil {
		return nil, err
	}
	c.row, err = n.Function(backend.Unrolled(), func(w, in []*Node) []*Node {
		of := x.named(w)
		states := of.read(in[0], Split(in[1], 1, x.Layers))
		return []*Node{Concatenate(states, 1), Concatenate(of.begin(last(states), x.Layers), 1)}
	})
	if err != nil {
		return nil, err
	}
	c.bit, err = n.Function(backend.Unrolled(), func(w, in []*Node) []*Node {
		of := x.named(w)
		states := of.write(in[0], Split(in[1], 1, x.Layers))
		return []*Node{Concatenate(states, 1), of.logits(last(states))}
	})
	return c, err
}

func (c *compiled) close() {
	c.step.Close()
	c.row.Finalize()
	c.bit.Finalize()
}

// writer writes a graph row by row.
type writer struct {
	*compiled
	weights []any
	state   any // of the row network
	rows    [][]float32
}

func (c *compiled) writer(d *train.Descent) *writer {
	return &writer{compiled: c, weights: slices.Clip(d.Inputs()), state: [][]float32{make([]float32, c.Layers*c.Hidden)}}
}

// next samples the next row. choose returns a bit from its logit.
func (w *writer) next(choose func(logit float64) bool) ([]float32, error) {
	before := slices.Repeat([]float32{1}, w.m)
	if t := len(w.rows); t > 0 {
		before = w.rows[t-1]
	}
	state, bits, err := w.row.Call2(append(w.weights, [][]float32{before}, w.state)...)
	if err != nil {
		return nil, err
	}
	row, bit := make([]float32, w.m), float32(1)
	for j := range width(len(w.rows), w.m) {
		var logit *tensors.Tensor
		if bits, logit, err = w.bit.Call2(append(w.weights, [][]float32{{bit}}, bits)...); err != nil {
			return nil, err
		}
		if bit = 0; choose(float64(logit.Value().([][]float32)[0][0])) {
			bit, row[j] = 1, 1
		}
	}
	w.state, w.rows = state, append(w.rows, row)
	return row, nil
}

// draw samples a graph row by row. It stops after as many empty rows as the graph has components,
// or at the maximum length: [GRAPHRNN18] Algorithm 1, extended to several components.
func (w *writer) draw(components int, rng *rand.Rand) (*graph.Graph, error) {
	for len(w.rows) < w.length && components > 0 {
		row, err := w.next(func(logit float64) bool { return rng.Float64() < 1/(1+scalar.Exp(-logit)) })
		if err != nil {
			return nil, err
		}
		if blank(row) {
			components--
		}
	}
	return read(w.rows)
}
