package graph

import (
	"fmt"
	"math"
	"slices"
)

// Attributes is an immutable sparse matrix of float32: row u holds the
// attributes of node u. Nil has no rows and no columns.
type Attributes struct {
	cols    int
	offsets []int64
	indices []int32
	values  []float32
}

// NewAttributes returns a matrix of len(offsets)-1 rows in compressed sparse row (CSR) format: row
// u has entries offsets[u] … offsets[u+1]-1, with ascending column numbers in indices and finite
// numbers in values. The matrix takes ownership of the slices.
func NewAttributes(cols int, offsets []int64, indices []int32, values []float32) (*Attributes, error) {
	switch {
	case cols < 0 || cols > math.MaxInt32:
		return nil, fmt.Errorf("graph: attributes: %d columns, want at least 0", cols)
	case len(offsets) == 0 || offsets[0] != 0:
		return nil, fmt.Errorf("graph: attributes: offsets must begin with 0")
	case len(indices) != len(values) || offsets[len(offsets)-1] != int64(len(indices)):
		return nil, fmt.Errorf("graph: attributes: %d column numbers, %d values and a last offset of %d must agree",
			len(indices), len(values), offsets[len(offsets)-1])
	}
	for u := range len(offsets) - 1 {
		lo, hi := offsets[u], offsets[u+1]
		if lo > hi || hi > int64(len(indices)) {
			return nil, fmt.Errorf("graph: attributes: row %d has offsets %d and %d", u, lo, hi)
		}
		last := int32(-1)
		for i := lo; i < hi; i++ {
			if c := indices[i]; c <= last || int(c) >= cols {
				return nil, fmt.Errorf("graph: attributes: row %d has column %d after %d, want ascending below %d", u, c, last, cols)
			}
			last = indices[i]
			if v := float64(values[i]); math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("graph: attributes: row %d, column %d is %v", u, last, v)
			}
		}
	}
	return &Attributes{cols, offsets, indices, values}, nil
}

// Rows returns the number of rows, one per node.
func (a *Attributes) Rows() int { return max(0, len(a.orEmpty().offsets)-1) }

// orEmpty returns a, or an empty matrix for nil.
func (a *Attributes) orEmpty() *Attributes {
	if a == nil {
		return new(Attributes)
	}
	return a
}

// Cols returns the number of columns, one per attribute.
func (a *Attributes) Cols() int { return a.orEmpty().cols }

// NNZ returns the number of stored entries.
func (a *Attributes) NNZ() int { return len(a.orEmpty().indices) }

// Row returns the stored entries of row u: ascending columns, and their values.
// The slices are part of the matrix: do not modify them.
func (a *Attributes) Row(u int32) (cols []int32, values []float32) {
	lo, hi := a.offsets[u], a.offsets[u+1]
	return a.indices[lo:hi:hi], a.values[lo:hi:hi]
}

// At returns the entry in row u and column c, 0 if none is stored.
func (a *Attributes) At(u, c int32) float32 {
	cols, values := a.Row(u)
	if i, ok := slices.BinarySearch(cols, c); ok {
		return values[i]
	}
	return 0
}

// CSR returns the underlying arrays, for inner loops: the entries of row u are at offsets[u] …
// offsets[u+1]-1. Do not modify them.
func (a *Attributes) CSR() (offsets []int64, indices []int32, values []float32) {
	a = a.orEmpty()
	return a.offsets, a.indices, a.values
}

// Select returns the matrix whose row i is row nodes[i] of a.
func (a *Attributes) Select(nodes []int32) (*Attributes, error) {
	s := &Attributes{cols: a.Cols(), offsets: make([]int64, 1, len(nodes)+1)}
	for i, u := range nodes {
		if u < 0 || int(u) >= a.Rows() {
			return nil, fmt.Errorf("graph: attributes: row %d at position %d is not in 0 … %d", u, i, a.Rows()-1)
		}
		cols, values := a.Row(u)
		s.indices = append(s.indices, cols...)
		s.values = append(s.values, values...)
		s.offsets = append(s.offsets, int64(len(s.indices)))
	}
	return s, nil
}

// Equal reports whether a and b store the same entries in the same shape. Nil
// equals nil only.
func (a *Attributes) Equal(b *Attributes) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.cols == b.cols && slices.Equal(a.offsets, b.offsets) &&
		slices.Equal(a.indices, b.indices) && slices.Equal(a.values, b.values)
}
