package graphrnn

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// states are the states of layers after some step of one sequence.
type states []vector.Matrix

func begin(layers []gru) (s states) {
	for _, l := range layers {
		s = append(s, vector.New(1, l.width))
	}
	return s
}

// step moves the states on by one input, and returns the last layer's.
func (s states) step(layers []gru, x vector.Matrix) vector.Matrix {
	for i, l := range layers {
		s[i] = l.forward(pack([]int{1}), x, s[i]).h
		x = s[i]
	}
	return x
}

// writer writes a graph row by row.
type writer struct {
	*network
	states
	last vector.Matrix // the row before
	t    int           // rows that are written
}

func (x *network) writer() *writer {
	w := &writer{network: x, states: begin(x.nodes), last: vector.New(1, x.m)}
	fill(w.last.Data, 1)
	return w
}

// row writes the next row: choose says each bit in view of its logit.
func (w *writer) row(choose func(logit float64) bool) []float32 {
	top := w.step(w.nodes, w.reads.Forward(w.last))
	edges := begin(w.network.bits)
	edges[0] = w.bridge[1].Forward(w.bridge[0].Forward(top))
	w.last = vector.New(1, w.m)
	bit := vector.New(1, 1)
	bit.Data[0] = 1
	for j := range bits(w.t, w.m) {
		last := edges.step(w.network.bits, w.hears.Forward(bit))
		bit.Data[0] = 0
		if choose(float64(w.says[1].Forward(w.says[0].Forward(last)).Data[0])) {
			bit.Data[0], w.last.Data[j] = 1, 1
		}
	}
	w.t++
	return w.last.Data
}

// draw draws a graph: row by row, until as many rows were without a bit as the graph has
// components, or until there are most nodes: [GRAPHRNN18] Algorithm 1, which is for one component.
func (x *network) draw(components, most int, rng *rand.Rand) (*graph.Graph, error) {
	w := x.writer()
	var rows [][]float32
	for len(rows) < most {
		row := w.row(func(logit float64) bool { return rng.Float64() < 1/(1+scalar.Exp(-logit)) })
		if rows = append(rows, row); blank(row) {
			if components--; components == 0 {
				break
			}
		}
	}
	return read(rows)
}
