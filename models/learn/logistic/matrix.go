package logistic

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Matrix is a feature matrix, one row per example.
type Matrix interface {
	// Dims returns the numbers of examples and of features.
	Dims() (rows, columns int)
	// times stores X·w in z; w has one row per feature and a last one for the intercepts.
	times(w, z blas64.General)
	// transposed stores Xᵀ·z in w.
	transposed(z, w blas64.General)
	// check returns an error if features are not finite or columns out of range.
	check() error
}

// dense has a last column of ones.
type dense struct{ blas64.General }

// Dense returns the matrix of rows of equal length.
func Dense(rows [][]float64) (Matrix, error) {
	if len(rows) == 0 {
		return dense{}, nil
	}
	width := len(rows[0])
	x := blas64.General{Rows: len(rows), Cols: width + 1, Stride: width + 1, Data: make([]float64, 0, len(rows)*(width+1))}
	for i, row := range rows {
		if len(row) != width {
			return nil, fmt.Errorf("logistic: example %d has %d features, the first %d", i, len(row), width)
		}
		x.Data = append(append(x.Data, row...), 1)
	}
	return dense{x}, nil
}

// Dims implements [Matrix].
func (x dense) Dims() (rows, columns int) { return x.Rows, max(x.Cols-1, 0) }

func (x dense) times(w, z blas64.General) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, x.General, w, 0, z)
}

func (x dense) transposed(z, w blas64.General) {
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, x.General, z, 0, w)
}

func (x dense) check() error { return finite(x.Data) }

// Sparse is a sparse feature matrix: row i has Values[i] in Columns[i].
type Sparse struct {
	Width   int // number of features
	Columns [][]int32
	Values  [][]float64
}

// UnitRows returns the features of all nodes, with rows scaled to norm 1.
func UnitRows(x *graph.Attributes) Sparse {
	s := Sparse{Width: x.Cols()}
	for u := range int32(x.Rows()) {
		columns, values := x.Row(u)
		s.Columns, s.Values = append(s.Columns, columns), append(s.Values, Unit(values))
	}
	return s
}

// Unit returns x/|x|, or x if it is 0.
func Unit(x []float32) []float64 {
	squares := 0.0
	for _, v := range x {
		squares += float64(v) * float64(v)
	}
	if squares == 0 {
		squares = 1
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v) / math.Sqrt(squares)
	}
	return out
}

// Dims implements [Matrix].
func (x Sparse) Dims() (rows, columns int) { return len(x.Columns), x.Width }

func (x Sparse) times(w, z blas64.General) {
	wide := padded(w.Rows, w.Cols)
	for c := range w.Rows {
		copy(wide.Data[c*wide.Stride:], w.Data[c*w.Stride:][:w.Cols])
	}
	for i, columns := range x.Columns {
		out := z.Data[i*z.Stride:][:z.Cols]
		copy(out, w.Data[x.Width*w.Stride:])
		sumInto(out, wide, columns, x.Values[i])
	}
}

func (x Sparse) transposed(z, w blas64.General) {
	wide := padded(w.Rows, w.Cols)
	for i, columns := range x.Columns {
		in := z.Data[i*z.Stride:][:z.Cols]
		add(wide.Data[x.Width*wide.Stride:][:z.Cols], in)
		addTo(wide, columns, x.Values[i], in)
	}
	for c := range w.Rows {
		copy(w.Data[c*w.Stride:][:w.Cols], wide.Data[c*wide.Stride:])
	}
}

func (x Sparse) check() error {
	if len(x.Values) != len(x.Columns) {
		return fmt.Errorf("logistic: columns for %d examples, values for %d", len(x.Columns), len(x.Values))
	}
	for i, row := range x.Values {
		if len(row) != len(x.Columns[i]) {
			return fmt.Errorf("logistic: example %d has %d columns and %d values", i, len(x.Columns[i]), len(row))
		}
		for _, c := range x.Columns[i] {
			if c < 0 || int(c) >= x.Width {
				return fmt.Errorf("logistic: example %d has column %d of %d", i, c, x.Width)
			}
		}
		if err := finite(row); err != nil {
			return err
		}
	}
	return nil
}

func finite(x []float64) error {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("logistic: features are not finite")
		}
	}
	return nil
}
