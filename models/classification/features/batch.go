package features

import (
	"fmt"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/train"
)

// batches fills the places of a step with nodes.
type batches struct {
	fit     *fit
	net     *graph.Network
	inputs  []shapes.Shape
	scale   []float32 // of each node's features; nil for 1
	squares []float32 // of each node's features, scaled
	pieces  []train.Batch
}

func (f *fit) newBatches() (*batches, error) {
	b := &batches{fit: f, net: f.plain, inputs: f.trainerConfig().Inputs}
	if f.plain == nil {
		b.net = f.training.Data().Network
	}
	net := b.net
	if net.Attrs == nil || net.Labels == nil {
		return nil, fmt.Errorf("features: nodes without features or labels")
	}
	if f.config.Unit {
		b.scale = make([]float32, net.Attrs.Rows())
	}
	b.squares = make([]float32, net.Attrs.Rows())
	var row []float32
	for u := range int32(net.Attrs.Rows()) {
		_, values := net.Attrs.Row(u)
		row = append(row[:0], values...)
		if b.scale != nil {
			b.scale[u] = unitScale(values)
			for i := range row {
				row[i] *= b.scale[u]
			}
		}
		var err error
		if b.squares[u], err = train.SquaredNorm(row); err != nil {
			return nil, err // attributes are finite: [graph.NewAttributes] and unitScale ensure it
		}
	}
	return b, nil
}

func (b *batches) places() int { return b.inputs[0].Dim(0) }

// next returns the batch of the next step: a sample of the records, or the next ones
// of an epoch. The k-th of them takes place k of the batch, place k mod B of piece
// k / B, whatever the data are: the records are ids of the public universe, and the
// sample depends on their number and on private coins alone.
func (b *batches) next() ([]train.Batch, error) {
	f := b.fit
	var records []int32
	if f.training != nil {
		sample, err := f.training.Sample(len(f.nodes))
		if err != nil {
			return nil, err
		}
		for _, i := range sample {
			records = append(records, f.nodes[i])
		}
	} else {
		if len(f.order) == 0 {
			f.order = subsample(f.shuffle, f.nodes, 1)
		}
		n := min(b.places(), len(f.order))
		records, f.order = f.order[:n], f.order[n:]
	}
	var used []train.Batch
	for at := 0; at == 0 || at < len(records); at += b.places() {
		piece, err := b.fill(len(used), records[at:min(at+b.places(), len(records))])
		if err != nil {
			return nil, err
		}
		used = append(used, piece)
	}
	return used, nil
}

// fill puts nodes into the first places of a piece of the batch, in their order. A node
// without a label of one of the classes, as an absent one is, leaves a hole in its place
// instead of letting others move up: an example's numbers may depend on its place, so
// that the data must not decide over places (docs/proofs/training.md). A hole is zeros.
func (b *batches) fill(piece int, nodes []int32) (train.Batch, error) {
	columns := b.net.Attrs.Cols()
	if piece == len(b.pieces) {
		var inputs []*tensors.Tensor
		for _, shape := range b.inputs {
			inputs = append(inputs, tensors.FromShape(shape))
		}
		b.pieces = append(b.pieces, train.Batch{
			Inputs: inputs, Present: make([]bool, b.places()), Records: make([]int32, b.places()),
		})
	}
	p := &b.pieces[piece]
	clear(p.Present)
	clear(p.Records)
	for place, u := range nodes {
		l := b.net.Labels[u]
		p.Present[place], p.Records[place] = l >= 0 && int(l) < b.fit.model.Classes, u
	}
	// examples calls put for each place that holds a node.
	examples := func(put func(place int, u int32)) {
		for place, u := range nodes {
			if p.Present[place] {
				put(place, u)
			}
		}
	}
	err := tensors.MutableFlatData(p.Inputs[0], func(x []float32) {
		clear(x)
		examples(func(place int, u int32) {
			at, values := b.net.Attrs.Row(u)
			row := x[place*columns : (place+1)*columns]
			for j, c := range at {
				row[c] = values[j]
				if b.scale != nil {
					row[c] *= b.scale[u]
				}
			}
		})
	})
	if err != nil {
		return *p, fmt.Errorf("features: %w", err)
	}
	err = tensors.MutableFlatData(p.Inputs[1], func(class []int32) {
		clear(class)
		examples(func(place int, u int32) { class[place] = b.net.Labels[u] })
	})
	if err == nil && len(p.Inputs) > 2 {
		err = tensors.MutableFlatData(p.Inputs[2], func(squares []float32) {
			clear(squares)
			examples(func(place int, u int32) { squares[place] = b.squares[u] })
		})
	}
	if err != nil {
		return *p, fmt.Errorf("features: %w", err)
	}
	return *p, nil
}

func (b *batches) close() {
	for _, p := range b.pieces {
		for _, x := range p.Inputs {
			_ = x.FinalizeAll()
		}
	}
}
