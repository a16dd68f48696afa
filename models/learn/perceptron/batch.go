package perceptron

import (
	"fmt"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/train"
)

// Batches fills batches with the rows and labels of nodes.
type Batches struct {
	Inputs []shapes.Shape // shapes of the arrays of a piece, as in the trainer's configuration

	fit     *Fit
	data    Data
	squares []float32   // squared norm of each node's row, if the model reads them
	sparse  []train.Row // the rows, if the trainer takes sparse ones
	pieces  []train.Batch
}

// Batches returns the batches of the training on data d.
func (f *Fit) Batches(d Data) (*Batches, error) {
	b := &Batches{fit: f, data: d, Inputs: f.Config().Inputs}
	rows, columns := d.Rows.Dims()
	if columns != f.Columns || len(d.Labels) != rows {
		return nil, fmt.Errorf("perceptron: %d rows of %d columns with %d labels, want %d columns", rows, columns, len(d.Labels), f.Columns)
	}
	if f.Squares {
		b.squares = make([]float32, rows)
		for u := range b.squares {
			_, values := d.Rows.Row(int32(u))
			var err error
			if b.squares[u], err = train.SquaredNorm(values); err != nil {
				return nil, err // cannot happen for attributes, which are finite, scaled or not
			}
		}
	}
	if f.trainer != nil && f.trainer.Sparse() {
		b.sparse = sparse(d.Rows)
	}
	return b, nil
}

// sparse returns all rows in sparse form, or nil if rows are dense. This depends on the type of the
// rows, never on their values: norms of sparse rows round differently.
func sparse(rows Rows) []train.Row {
	n, _ := rows.Dims()
	all := make([]train.Row, n)
	for u := range all {
		at, values := rows.Row(int32(u))
		if at == nil && len(values) > 0 {
			return nil
		}
		all[u] = train.Row{Columns: at, Values: values}
	}
	return all
}

// Places returns the capacity of a piece of a batch, in nodes.
func (b *Batches) Places() int { return b.Inputs[0].Dim(0) }

// next returns the batch of the next non-private step: the next minibatch of an epoch, or all
// records.
func (b *Batches) next() (train.Batch, error) {
	f := b.fit
	if f.Shuffle == nil {
		if len(b.pieces) == 1 {
			return b.pieces[0], nil
		}
		return b.fill(0, f.Records)
	}
	if len(f.order) == 0 {
		f.order = shuffled(f.Shuffle, f.Records)
	}
	n := min(b.Places(), len(f.order))
	records := f.order[:n]
	f.order = f.order[n:]
	return b.fill(0, records)
}

// Of returns the batch of a sample of the records, in pieces. Sampled record k goes to place k mod
// B of piece k / B, whatever the data: records are ids of the public universe, and the sample
// depends only on their number and on private coins.
func (b *Batches) Of(records []int32) ([]train.Batch, error) {
	var used []train.Batch
	for at := 0; at == 0 || at < len(records); at += b.Places() {
		piece, err := b.fill(len(used), records[at:min(at+b.Places(), len(records))])
		if err != nil {
			return nil, err
		}
		used = append(used, piece)
	}
	return used, nil
}

// fill puts nodes into the first places of a piece, in order. A node without a valid label, such as
// an absent one, leaves a hole (zeros) instead of moving the others up. Rounding may depend on the
// place, so places must not depend on the data (docs/proofs/training.md).
func (b *Batches) fill(piece int, nodes []int32) (train.Batch, error) {
	columns := b.fit.Columns
	if piece == len(b.pieces) {
		var inputs []*tensors.Tensor
		for i, shape := range b.Inputs {
			if i == 0 && b.sparse != nil {
				inputs = append(inputs, nil)
				continue
			}
			inputs = append(inputs, tensors.FromShape(shape))
		}
		b.pieces = append(b.pieces, train.Batch{
			Inputs: inputs, Present: make([]bool, b.Places()), Records: make([]int32, b.Places()),
		})
		if b.sparse != nil {
			b.pieces[piece].Rows = make([]train.Row, b.Places())
		}
	}
	p := &b.pieces[piece]
	clear(p.Present)
	clear(p.Records)
	for place, u := range nodes {
		l := b.data.Labels[u]
		p.Present[place], p.Records[place] = l >= 0 && int(l) < b.fit.Classes, u
	}
	// examples calls put for each place that holds an example.
	examples := func(put func(place int, u int32)) {
		for place, u := range nodes {
			if p.Present[place] {
				put(place, u)
			}
		}
	}
	var err error
	if b.sparse != nil {
		clear(p.Rows)
		examples(func(place int, u int32) { p.Rows[place] = b.sparse[u] })
	} else {
		err = tensors.MutableFlatData(p.Inputs[0], func(x []float32) {
			clear(x)
			examples(func(place int, u int32) {
				at, values := b.data.Rows.Row(u)
				row := x[place*columns : (place+1)*columns]
				if at == nil {
					copy(row, values)
				}
				for j, c := range at {
					row[c] = values[j]
				}
			})
		})
	}
	if err != nil {
		return *p, fmt.Errorf("perceptron: %w", err)
	}
	err = tensors.MutableFlatData(p.Inputs[1], func(class []int32) {
		clear(class)
		examples(func(place int, u int32) { class[place] = b.data.Labels[u] })
	})
	if err == nil && b.squares != nil {
		err = tensors.MutableFlatData(p.Inputs[2], func(squares []float32) {
			clear(squares)
			examples(func(place int, u int32) { squares[place] = b.squares[u] })
		})
	}
	if err != nil {
		return *p, fmt.Errorf("perceptron: %w", err)
	}
	return *p, nil
}

// Close frees the device memory of the batches.
func (b *Batches) Close() {
	for _, p := range b.pieces {
		for _, x := range p.Inputs {
			if x != nil {
				_ = x.FinalizeAll()
			}
		}
	}
	b.pieces = nil
}
