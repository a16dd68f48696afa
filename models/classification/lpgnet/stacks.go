package lpgnet

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// stacks is a sequence of MLPs: the first reads features, the others the outputs of earlier ones.
// They read degree vectors, never edges.
type stacks struct {
	gcn.Task // of the first MLP
	// vectors returns the degree vectors of stack i, from 1.
	vectors func(i int, c clusters) ([]float64, error)
	empty   uint64  // seed for nodes whose degree vectors are 0
	held    []int32 // validation nodes
}

// open returns the stack without edges, and the graph in the clear.
func open(in *classification.Input, c Layers) (s stacks, whole *graph.Graph, err error) {
	d, err := in.Public(c.Classes, c.Split)
	if err != nil {
		return s, nil, err
	}
	if s.held, err = d.HoldOut(c.Validation, c.Split.Seed); err != nil {
		return s, nil, err
	}
	s.Task = gcn.TaskOf(d)
	whole, s.Perceptron = s.Graph, true
	if s.Features, err = shares(s.Features); err != nil {
		return s, nil, err
	}
	s.Graph, _, err = graph.FromEdges(d.Nodes, nil, graph.Options{})
	return s, whole, err
}

// shares divides each row by the sum of its absolute values, unless that is 0.
func shares(x *graph.Attributes) (*graph.Attributes, error) {
	offsets, columns, values := x.CSR()
	values = slices.Clone(values)
	for u, from := range offsets[:x.Rows()] {
		row, sum := values[from:offsets[u+1]], float32(0)
		for _, v := range row {
			sum += max(v, -v)
		}
		for i := range row {
			if sum != 0 {
				row[i] /= sum
			}
		}
	}
	return graph.NewAttributes(x.Cols(), offsets, columns, values)
}

// train trains all MLPs and returns the scores of the last.
func (s *stacks) train(ctx context.Context, run *checkpoint.Run, net gcn.Network, others int, vectors func(i int, c clusters) ([]float64, error)) (*Result, error) {
	s.vectors, s.empty = vectors, run.Stream("empty degree vectors").Uint64()
	stages := []*gcn.Stage{{Network: net, Held: s.held, Anneal: true, Width: s.Features.Cols(), Classes: s.Classes, Begin: func() (gcn.Task, error) { return s.Task, nil }}}
	inputs := []*graph.Attributes{nil}
	for i := 1; i <= others; i++ {
		stages = append(stages, &gcn.Stage{Network: net, Held: s.held, Anneal: true, Width: 2 * i * s.Classes, Classes: s.Classes, Begin: func() (gcn.Task, error) {
			before, err := stages[i-1].Model()
			if err != nil {
				return gcn.Task{}, err
			}
			next := s.Task
			next.Features, err = s.input(i, inputs[i-1], before)
			inputs = append(inputs, next.Features)
			return next, err
		}})
	}
	if err := gcn.FitStages(ctx, run, stages...); err != nil {
		return nil, err
	}
	m, err := stages[others].Model()
	if err != nil {
		return nil, err
	}
	return &Result{Model: m.Scores()}, nil
}

// input returns the rows of MLP i: those of the one before it, its outputs, and their degree
// vectors.
func (s *stacks) input(i int, rows *graph.Attributes, before *gcn.Model) (*graph.Attributes, error) {
	c := clusters{s.Classes, before.Predict()}
	counts, err := s.vectors(i, c)
	if err != nil {
		return nil, err
	}
	vectors := c.nonNegative(counts, rand.New(rand.NewPCG(s.empty, uint64(i))))
	width := 2 * i * s.Classes
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	for u := range int32(len(c.of)) {
		if i > 1 {
			_, earlier := rows.Row(u)
			values = append(values, earlier...)
		}
		values = append(values, before.Logits(u)...)
		values = append(values, vectors[int(u)*s.Classes:][:s.Classes]...)
		for k := range int32(width) {
			columns = append(columns, k)
		}
		offsets = append(offsets, int64(len(columns)))
	}
	return graph.NewAttributes(width, offsets, columns, values)
}
