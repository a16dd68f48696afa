package perceptron

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// Rows is a feature matrix with one row per node.
type Rows interface {
	// Dims returns the numbers of rows and of columns.
	Dims() (rows, columns int)
	// Row returns the values of row u and their columns; columns is nil if the row is dense. Other
	// entries are 0.
	Row(u int32) (columns []int32, values []float32)
}

// features are the rows of a node attribute matrix.
type features struct {
	x    *graph.Attributes
	unit bool // rows are scaled to norm 1
}

// Features returns the rows of x; unit scales each to norm 1.
func Features(x *graph.Attributes, unit bool) Rows { return features{x, unit} }

// Dims implements [Rows].
func (f features) Dims() (rows, columns int) { return f.x.Rows(), f.x.Cols() }

// Row implements [Rows].
func (f features) Row(u int32) (columns []int32, values []float32) {
	columns, values = f.x.Row(u)
	if !f.unit {
		return columns, values
	}
	scale := UnitScale(values)
	scaled := make([]float32, len(values))
	for i, v := range values {
		scaled[i] = v * scale
	}
	return columns, scaled
}

// UnitScale returns 1/|x|, capped at the largest float32, or 1 for x = 0.
func UnitScale(x []float32) float32 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	if sum == 0 {
		return 1
	}
	return float32(min(1/math.Sqrt(sum), math.MaxFloat32))
}

// Dense holds rows of equal length, one after the other.
type Dense struct {
	Columns int
	Values  []float32
}

// Dims implements [Rows].
func (d Dense) Dims() (rows, columns int) { return len(d.Values) / max(d.Columns, 1), d.Columns }

// Row implements [Rows].
func (d Dense) Row(u int32) (columns []int32, values []float32) {
	return nil, d.Values[int(u)*d.Columns:][:d.Columns]
}

// beside concatenates rows horizontally.
type beside struct {
	left, right Rows
	at          int // first column of the right part
}

// Beside returns the rows of a and b concatenated. The rows of b must be dense.
func Beside(a, b Rows) Rows {
	_, columns := a.Dims()
	return beside{a, b, columns}
}

// Dims implements [Rows].
func (r beside) Dims() (rows, columns int) {
	left, _ := r.left.Dims()
	right, more := r.right.Dims()
	return min(left, right), r.at + more
}

// Row implements [Rows].
func (r beside) Row(u int32) (columns []int32, values []float32) {
	columns, values = r.left.Row(u)
	_, right := r.right.Row(u)
	all := make([]float32, 0, len(values)+len(right))
	all = append(append(all, values...), right...)
	if columns == nil && len(values) == r.at {
		return nil, all
	}
	places := make([]int32, 0, len(all))
	places = append(places, columns...)
	for i := range right {
		places = append(places, int32(r.at+i))
	}
	return places, all
}
