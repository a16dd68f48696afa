package vector

import "github.com/graphdp/graphdp/data/graph/parallel"

// Matrix is a view of a slice as a matrix: entry (i, j) is
// Data[i·Stride + j].
type Matrix struct {
	Data       []float32
	Rows, Cols int
	Stride     int
}

// Dense views data as a matrix of the given width.
func Dense(data []float32, width int) Matrix {
	return Matrix{Data: data, Rows: len(data) / width, Cols: width, Stride: width}
}

// New returns a matrix of zeros.
func New(rows, cols int) Matrix {
	return Matrix{Data: make([]float32, rows*cols), Rows: rows, Cols: cols, Stride: cols}
}

// Row returns a view of row i.
func (m Matrix) Row(i int) []float32 { return m.Data[i*m.Stride:][:m.Cols] }

// RowsOf returns a view of rows lo … hi-1.
func (m Matrix) RowsOf(lo, hi int) Matrix {
	m.Data, m.Rows = m.Data[lo*m.Stride:(hi-1)*m.Stride+m.Cols], hi-lo
	return m
}

// Columns returns a view of columns lo … hi-1.
func (m Matrix) Columns(lo, hi int) Matrix {
	m.Data, m.Cols = m.Data[lo:], hi-lo
	return m
}

// Transpose stores mᵀ in t.
func Transpose(t, m Matrix) {
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Stride+i] = v
		}
	}
}

// Transposed returns mᵀ.
func Transposed(m Matrix) Matrix {
	t := New(m.Cols, m.Rows)
	Transpose(t, m)
	return t
}

// AddProduct adds a·b to c.
func AddProduct(c, a, b Matrix) {
	check(c, a.Rows, a.Cols, b)
	product(c, a.Data, a.Stride, 1, b)
}

// AddTransposeProduct adds aᵀ·b to c.
func AddTransposeProduct(c, a, b Matrix) {
	check(c, a.Cols, a.Rows, b)
	product(c, a.Data, 1, a.Stride, b)
}

// SumProduct stores aᵀ·b in c, on all cores, for matrices with many rows. The rows are summed in a
// fixed number of parts.
func SumProduct(c, a, b Matrix) {
	const parts = 16
	sums, size := New(parts*c.Rows, c.Cols), (a.Rows+parts-1)/parts
	parallel.Blocks(a.Rows, size, func(_, lo, hi int) {
		p := lo / size
		AddTransposeProduct(sums.RowsOf(p*c.Rows, (p+1)*c.Rows), a.RowsOf(lo, hi), b.RowsOf(lo, hi))
	})
	for i := range c.Rows {
		row := c.Row(i)
		clear(row)
		for p := range parts {
			AddScaled(row, 1, sums.Row(p*c.Rows+i))
		}
	}
}

// check panics if the shapes do not match.
func check(c Matrix, rows, inner int, b Matrix) {
	if c.Rows != rows || c.Cols != b.Cols || b.Rows != inner {
		panic("vector: product of matrices whose shapes do not fit")
	}
}

// productGo adds to c the product of b with the matrix whose entry (i, k) is a[i·down + k·right].
func productGo(c Matrix, a []float32, down, right int, b Matrix) {
	for i := range c.Rows {
		row := c.Data[i*c.Stride:][:c.Cols]
		for k := range b.Rows {
			addScaledGo(row, a[i*down+k*right], b.Data[k*b.Stride:][:b.Cols])
		}
	}
}
