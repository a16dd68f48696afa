package skipgram

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/models/internal/train/vector"
)

// grain is the number of halves for which it is worth to start a goroutine.
const grain = 32

// add adds up what the batch's edges contribute, row by row. Without a clip it
// goes into the tables at once: first into W_out, from the rows of W_in as they
// were.
func (t *Trainer) add() {
	x := &t.batch
	if !t.clipped() {
		vector.AddRows(t.tables.rows, x.targets, x.coefficients, t.tables.rows, x.against)
		vector.AddRows(t.tables.rows, x.centres, x.factors, x.pulls, x.places)
		return
	}
	t.sums.Add(x.targets, x.coefficients, t.tables.rows, x.against)
	t.sums.Add(x.centres, x.factors, x.pulls, x.places)
}

// settle brings the rows that the batch reads up to date. Each row is one
// worker's.
func (t *Trainer) settle() error {
	if !t.clipped() {
		return nil
	}
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

// settleRow adds to a row the sum of the step that last read it and, in the same
// addition, all the noise that it is owed. The noise is room for a row.
func (t *Trainer) settleRow(row int32, noise []float32) error {
	if t.config.Noise != nil {
		clear(noise)
		if err := t.config.Noise.Collect(int(row), noise); err != nil {
			return fmt.Errorf("skipgram: %w", err)
		}
	}
	vector.Settle(t.tables.row(row), t.sums.Row(int(row)), noise)
	t.settled[row] = t.steps
	return nil
}

// Settle brings all rows up to date: where there is a clip, a row lags behind by
// what its last step added and by its noise until it is read again. The tables
// must not be used before this; steps may follow.
func (t *Trainer) Settle() error {
	if !t.clipped() {
		return nil
	}
	const block = 256
	rows := t.tables.Rows()
	failed := make([]error, (rows+block-1)/block)
	vector.Blocks(rows, block, func(lo, hi int) {
		noise := make([]float32, t.tables.width)
		for row := lo; row < hi; row++ {
			failed[lo/block] = errors.Join(failed[lo/block], t.settleRow(int32(row), noise))
		}
	})
	return errors.Join(failed...)
}
