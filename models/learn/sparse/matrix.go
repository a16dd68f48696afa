// Package sparse provides the sparse matrices of graph convolutions: normalised adjacency and
// features.
package sparse

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Matrix is a sparse matrix in compressed sparse rows: the entries of row u are
// number offsets[u] … offsets[u+1]-1 of columns and values, in any order.
type Matrix struct {
	cols    int
	offsets []int64
	columns []int32
	values  []float32
}

// Rows returns the number of rows.
func (m *Matrix) Rows() int { return len(m.offsets) - 1 }

// Cols returns the number of columns.
func (m *Matrix) Cols() int { return m.cols }

// Identity returns the n x n identity.
func Identity(n int) *Matrix {
	m := empty(n, n, n)
	for u := range int32(n) {
		m.add(u, 1)
		m.endRow()
	}
	return m
}

// Normalised returns D^(-1/2) A D^(-1/2), where A is the adjacency matrix of an
// undirected graph, with ones on its diagonal if loops is true, and D has the
// row sums of A on its diagonal. A row that would divide by zero is zero.
func Normalised(g *graph.Graph, loops bool) *Matrix {
	loop := 0
	if loops {
		loop = 1
	}
	m := empty(g.N(), g.N(), 2*g.M()+loop*g.N())
	scale := func(u int32) float64 { return 1 / math.Sqrt(float64(g.Degree(u)+loop)) }
	for u := range int32(g.N()) {
		if loops {
			m.add(u, scale(u)*scale(u))
		}
		for _, v := range g.Neighbors(u) {
			m.add(v, scale(u)*scale(v))
		}
		m.endRow()
	}
	return m
}

// Attributes returns the matrix of the attributes of a graph's nodes.
func Attributes(a *graph.Attributes) *Matrix {
	m := empty(a.Rows(), a.Cols(), a.NNZ())
	for u := range int32(a.Rows()) {
		columns, values := a.Row(u)
		m.columns, m.values = append(m.columns, columns...), append(m.values, values...)
		m.endRow()
	}
	return m
}

// RowShares divides each row by the sum of the sizes of its entries. A row of
// zeros stays as it is.
func (m *Matrix) RowShares() *Matrix {
	shares := &Matrix{m.cols, m.offsets, m.columns, make([]float32, len(m.values))}
	for u := range m.Rows() {
		sum := 0.0
		for i := m.offsets[u]; i < m.offsets[u+1]; i++ {
			sum += math.Abs(float64(m.values[i]))
		}
		for i := m.offsets[u]; i < m.offsets[u+1] && sum > 0; i++ {
			shares.values[i] = float32(float64(m.values[i]) / sum)
		}
	}
	return shares
}

// Entries lists the stored entries row after row.
func (m *Matrix) Entries() (row, column []int32, value []float32) {
	row = make([]int32, len(m.columns))
	for u := range m.Rows() {
		for i := m.offsets[u]; i < m.offsets[u+1]; i++ {
			row[i] = int32(u)
		}
	}
	return row, m.columns, m.values
}

// Times puts m·h into dst. It panics on shapes that do not fit, a bug of the
// caller.
func (m *Matrix) Times(dst, h vector.Matrix) {
	if h.Rows != m.cols || dst.Rows != m.Rows() || dst.Cols != h.Cols {
		panic(fmt.Sprintf("sparse: %d x %d times %d x %d does not go into %d x %d", m.Rows(), m.cols, h.Rows, h.Cols, dst.Rows, dst.Cols))
	}
	parallel.Blocks(m.Rows(), 64, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			row := dst.Row(u)
			clear(row)
			for i := m.offsets[u]; i < m.offsets[u+1]; i++ {
				vector.AddScaled(row, m.values[i], h.Row(int(m.columns[i])))
			}
		}
	})
}

// empty returns a matrix whose rows are to come, with room for that many entries.
func empty(rows, cols, entries int) *Matrix {
	return &Matrix{cols, make([]int64, 1, rows+1), make([]int32, 0, entries), make([]float32, 0, entries)}
}

func (m *Matrix) add(column int32, value float64) {
	m.columns, m.values = append(m.columns, column), append(m.values, float32(value))
}

func (m *Matrix) endRow() { m.offsets = append(m.offsets, int64(len(m.columns))) }
