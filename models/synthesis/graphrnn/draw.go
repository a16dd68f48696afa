package graphrnn

import (
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
)

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
