package logistic

import (
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
)

// Mixture is a matrix whose rows are weighted sums of rows of another one: row i is Σ_k
// Weights[i][k] · Of[Rows[i][k]]. It is never stored explicitly.
type Mixture struct {
	Of      Sparse
	Rows    [][]int32
	Weights [][]float64
}

// Dims implements [Matrix].
func (x Mixture) Dims() (rows, columns int) { return len(x.Rows), x.Of.Width }

func (x Mixture) times(w, z blas64.General) {
	single := padded(len(x.Of.Columns), z.Cols)
	bare := w
	bare.Data = append([]float64(nil), w.Data...)
	intercepts := bare.Data[x.Of.Width*w.Stride:][:z.Cols]
	clear(intercepts) // added once per example, not per summed row
	x.Of.times(bare, single)
	for i, rows := range x.Rows {
		out := z.Data[i*z.Stride:][:z.Cols]
		copy(out, w.Data[x.Of.Width*w.Stride:])
		sumInto(out, single, rows, x.Weights[i])
	}
}

func (x Mixture) transposed(z, w blas64.General) {
	single := padded(len(x.Of.Columns), z.Cols)
	for i, rows := range x.Rows {
		addTo(single, rows, x.Weights[i], z.Data[i*z.Stride:][:z.Cols])
	}
	x.Of.transposed(single, w)
	last := w.Data[x.Of.Width*w.Stride:][:z.Cols]
	clear(last)
	for i := range x.Rows {
		add(last, z.Data[i*z.Stride:])
	}
}

func (x Mixture) check() error {
	if len(x.Weights) != len(x.Rows) {
		return fmt.Errorf("logistic: rows for %d examples, weights for %d", len(x.Rows), len(x.Weights))
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

// add adds x to y.
func add(y, x []float64) {
	for j := range y {
		y[j] += x[j]
	}
}
