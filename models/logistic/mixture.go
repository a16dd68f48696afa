package logistic

import (
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
)

// Mixture holds rows that are weighted sums of rows of another matrix: row i is the sum of
// Weights[i][k] times row Rows[i][k] of Of. They are never written out.
type Mixture struct {
	Of      Sparse
	Rows    [][]int32
	Weights [][]float64
}

// Dims implements [Matrix].
func (x Mixture) Dims() (rows, columns int) { return len(x.Rows), x.Of.Width }

func (x Mixture) times(w, z blas64.General) {
	single := matrix(len(x.Of.Columns), z.Cols)
	bare := w
	bare.Data = append([]float64(nil), w.Data...)
	intercepts := bare.Data[x.Of.Width*w.Stride:][:z.Cols]
	clear(intercepts) // of the rows that are added up: each example has one of its own
	x.Of.times(bare, single)
	for i, rows := range x.Rows {
		out := z.Data[i*z.Stride:][:z.Cols]
		copy(out, w.Data[x.Of.Width*w.Stride:])
		for k, r := range rows {
			add(out, x.Weights[i][k], single.Data[int(r)*single.Stride:])
		}
	}
}

func (x Mixture) transposed(z, w blas64.General) {
	single := matrix(len(x.Of.Columns), z.Cols)
	for i, rows := range x.Rows {
		for k, r := range rows {
			add(single.Data[int(r)*single.Stride:][:z.Cols], x.Weights[i][k], z.Data[i*z.Stride:])
		}
	}
	x.Of.transposed(single, w)
	last := w.Data[x.Of.Width*w.Stride:][:z.Cols]
	clear(last)
	for i := range x.Rows {
		add(last, 1, z.Data[i*z.Stride:])
	}
}

func (x Mixture) check() error {
	if len(x.Weights) != len(x.Rows) {
		return fmt.Errorf("logistic: rows of %d examples, weights of %d", len(x.Rows), len(x.Weights))
	}
	for i, rows := range x.Rows {
		if len(rows) != len(x.Weights[i]) {
			return fmt.Errorf("logistic: example %d has %d rows and %d weights", i, len(rows), len(x.Weights[i]))
		}
		for _, r := range rows {
			if r < 0 || int(r) >= len(x.Of.Columns) {
				return fmt.Errorf("logistic: example %d has row %d of %d", i, r, len(x.Of.Columns))
			}
		}
		if err := finite(x.Weights[i]); err != nil {
			return err
		}
	}
	return x.Of.check()
}

func matrix(rows, columns int) blas64.General {
	return blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: make([]float64, rows*columns)}
}

// add adds a·x to y.
func add(y []float64, a float64, x []float64) {
	for j := range y {
		y[j] += a * x[j]
	}
}
