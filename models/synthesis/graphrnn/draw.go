package graphrnn

import (
	"fmt"
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
)

// sampler samples graphs from a network with given weights. Its graphs take a step each: row reads
// a row, and bit a bit. Both read and return states, one beside the other.
type sampler struct {
	network
	weights  []any
	row, bit *Exec
}

func (x network) sampler(n train.Network, weights []any) (s *sampler, err error) {
	s = &sampler{network: x, weights: slices.Clip(weights)}
	s.row, err = n.Function(backend.Unrolled(), func(w, in []*Node) []*Node {
		of := x.named(w)
		states := of.read(in[0], Split(in[1], 1, x.Layers))
		return []*Node{Concatenate(states, 1), Concatenate(of.begin(last(states), x.Layers), 1)}
	})
	if err != nil {
		return nil, fmt.Errorf("graphrnn: %w", err)
	}
	s.bit, err = n.Function(backend.Unrolled(), func(w, in []*Node) []*Node {
		of := x.named(w)
		states := of.write(in[0], Split(in[1], 1, x.Layers))
		return []*Node{Concatenate(states, 1), of.logits(last(states))}
	})
	return s, err
}

func (s *sampler) close() {
	s.row.Finalize()
	s.bit.Finalize()
}

// writer writes a graph row by row.
type writer struct {
	*sampler
	state any // of the nodes
	rows  [][]float32
}

func (s *sampler) writer() *writer {
	return &writer{sampler: s, state: [][]float32{make([]float32, s.Layers*s.Hidden)}}
}

// next writes the next row. choose returns a bit from its logit.
func (w *writer) next(choose func(logit float64) bool) ([]float32, error) {
	before := slices.Repeat([]float32{1}, w.m)
	if t := len(w.rows); t > 0 {
		before = w.rows[t-1]
	}
	state, bits, err := w.row.Call2(append(w.weights, [][]float32{before}, w.state)...)
	if err != nil {
		return nil, fmt.Errorf("graphrnn: %w", err)
	}
	row, bit := make([]float32, w.m), float32(1)
	for j := range width(len(w.rows), w.m) {
		var logit *tensors.Tensor
		if bits, logit, err = w.bit.Call2(append(w.weights, [][]float32{{bit}}, bits)...); err != nil {
			return nil, fmt.Errorf("graphrnn: %w", err)
		}
		if bit = 0; choose(float64(logit.Value().([][]float32)[0][0])) {
			bit, row[j] = 1, 1
		}
	}
	w.state, w.rows = state, append(w.rows, row)
	return row, nil
}

// draw samples a graph row by row. It stops at as many rows without a bit as the graph has
// components, or at most nodes: [GRAPHRNN18] Algorithm 1, which is for one component.
func (s *sampler) draw(components, most int, rng *rand.Rand) (*graph.Graph, error) {
	w := s.writer()
	for len(w.rows) < most && components > 0 {
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
