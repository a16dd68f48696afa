package skipgram

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// grain is the number of halves that justifies a goroutine.
const grain = 32

// addUp sums the contributions of the edges of a step, one part of the batch after another. All
// gradients are at the same parameters, since the sums are pending until settled. The size of the
// batch, which is private, causes no error.
func (t *Trainer) addUp(batch, negatives []int32) error {
	part := len(batch)
	var whole carry
	if part > maxPart {
		part, whole = maxPart, make(carry, len(t.sums.Data))
	}
	for {
		targets := 2 * t.config.Negatives * part
		t.batch.fill(t.tables, t.edges, batch[:part], negatives[:targets])
		if err := t.settle(); err != nil {
			return err
		}
		parallel.Blocks(part, grain/2, t.gradients)
		x := &t.batch
		t.sums.Add(x.targets, x.coefficients, t.tables.rows, x.against)
		t.sums.Add(x.centres, x.factors, x.pulls, x.places)
		whole.take(t)
		if batch, negatives = batch[part:], negatives[targets:]; len(batch) == 0 {
			break
		}
		part = min(part, len(batch))
	}
	whole.give(t)
	return nil
}

// carry holds sums over the parts of a batch as integers in units of the grid, exact for
// [maxEdges]; nil carries nothing.
type carry []int64

// take moves the sums of the rows that the step has read into the carry. Those of other rows belong
// to earlier steps, and stay pending.
func (c carry) take(t *Trainer) {
	if c == nil {
		return
	}
	for r, step := range t.settled {
		if step != t.steps {
			continue
		}
		row := t.sums.Row(r)
		for i, x := range row {
			c[r*len(row)+i] += int64(x / t.sums.Grid) // Grid is a power of 2
		}
		clear(row)
	}
}

// give moves the sums back.
func (c carry) give(t *Trainer) {
	if c == nil {
		return
	}
	for r, step := range t.settled {
		if step != t.steps {
			continue
		}
		row := t.sums.Row(r)
		for i := range row {
			row[i] = float64(c[r*len(row)+i]) * t.sums.Grid
		}
	}
}

// settle settles the rows that the batch reads. One worker owns each row.
func (t *Trainer) settle() error {
	failed := make([]error, vector.MaxShards)
	vector.Shards(len(t.batch.centres), grain, func(worker, workers int) {
		noise := make([]float32, t.tables.width)
		for _, rows := range [][]int32{t.batch.centres, t.batch.targets} {
			for _, row := range rows {
				if int(row)&(workers-1) == worker && t.settled[row] != t.steps {
					failed[worker] = errors.Join(failed[worker], t.settleRow(row, noise))
				}
			}
		}
	})
	return errors.Join(failed...)
}

// settleRow adds the pending sum of a row and all its pending noise in one addition. noise is
// scratch space for a row.
func (t *Trainer) settleRow(row int32, noise []float32) error {
	clear(noise)
	if err := t.config.Source.Collect(int(row), noise); err != nil {
		return fmt.Errorf("skipgram: %w", err)
	}
	vector.Settle(t.tables.row(row), t.sums.Row(int(row)), noise)
	t.settled[row] = t.steps
	return nil
}

// Settle settles all rows: until a row is read again, it lacks its last step's sum, and its noise.
// The tables must not be used before; steps may follow.
func (t *Trainer) Settle() error {
	if err := t.whole(); err != nil {
		return err
	}
	const block = 256
	rows := t.tables.Rows()
	failed := make([]error, (rows+block-1)/block)
	parallel.Blocks(rows, block, func(_, lo, hi int) {
		noise := make([]float32, t.tables.width)
		for row := lo; row < hi; row++ {
			failed[lo/block] = errors.Join(failed[lo/block], t.settleRow(int32(row), noise))
		}
	})
	return errors.Join(failed...)
}
