// Package embed stores node embeddings: one row of numbers for each node.
package embed

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Matrix is an embedding: row u belongs to node u. The zero value and nil have no rows.
type Matrix struct {
	dim    int
	values []float32
}

// most is the largest number of entries.
const most = 1 << 31

// New returns n rows of dim zeros.
func New(n, dim int) (*Matrix, error) {
	if n < 1 || dim < 1 || n > most/dim {
		return nil, fmt.Errorf("embed: %d rows of dimension %d", n, dim)
	}
	return &Matrix{dim, make([]float32, n*dim)}, nil
}

// Glorot returns rows of normal numbers with variance 2/(n+dim), the usual initialisation: Glorot
// and Bengio (2010).
func Glorot(n, dim int, r *rand.Rand) (*Matrix, error) {
	if r == nil {
		return nil, fmt.Errorf("embed: no source of randomness")
	}
	m, err := New(n, dim)
	if err != nil {
		return nil, err
	}
	sd := math.Sqrt(2 / float64(n+dim))
	for i := range m.values {
		m.values[i] = float32(sd * r.NormFloat64())
	}
	return m, nil
}

// FromRows returns an embedding of the given rows, which have equal length.
func FromRows(rows [][]float32) (*Matrix, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("embed: no rows")
	}
	m, err := New(len(rows), len(rows[0]))
	if err != nil {
		return nil, err
	}
	for u, row := range rows {
		if len(row) != m.dim {
			return nil, fmt.Errorf("embed: row %d has %d numbers, the first %d", u, len(row), m.dim)
		}
		copy(m.Row(int32(u)), row)
	}
	return m, nil
}

// N returns the number of rows.
func (m *Matrix) N() int {
	if m.Dim() == 0 {
		return 0
	}
	return len(m.values) / m.dim
}

// Dim returns the length of a row.
func (m *Matrix) Dim() int {
	if m == nil {
		return 0
	}
	return m.dim
}

// Row returns the row of node u, which shares memory with the matrix.
func (m *Matrix) Row(u int32) []float32 {
	lo := int(u) * m.dim
	return m.values[lo : lo+m.dim : lo+m.dim]
}

// Values returns all rows, one after the other.
func (m *Matrix) Values() []float32 {
	if m == nil {
		return nil
	}
	return m.values
}

// Dot returns the dot product of the rows of two nodes.
func (m *Matrix) Dot(u, v int32) float64 { return Dot(m.Row(u), m.Row(v)) }

// Dot returns the dot product of two rows of equal length. Products of float32 are exact in
// float64.
func Dot(x, y []float32) float64 {
	var a, b float64
	for len(x) >= 2 && len(y) >= 2 {
		a += float64(x[0]) * float64(y[0])
		b += float64(x[1]) * float64(y[1])
		x, y = x[2:], y[2:]
	}
	for i := range min(len(x), len(y)) {
		a += float64(x[i]) * float64(y[i])
	}
	return a + b
}

// Same counts the entries of two embeddings that are equal bit for bit; 0 if their sizes differ.
func Same(a, b *Matrix) (n int) {
	if a.N() != b.N() || a.Dim() != b.Dim() {
		return 0
	}
	others := b.Values()
	for i, x := range a.Values() {
		if math.Float32bits(x) == math.Float32bits(others[i]) {
			n++
		}
	}
	return n
}

// kept is a Matrix in JSON.
type kept struct {
	Rows   int    `json:"rows"`
	Dim    int    `json:"dim"`
	Values string `json:"values"` // base64 of little-endian float32
}

// MarshalJSON implements [json.Marshaler]. Numbers are restored bit for bit. The text is written in
// place, without a second copy of a large matrix.
func (m *Matrix) MarshalJSON() ([]byte, error) {
	const block = 3 << 10 // numbers that fill whole groups of three bytes
	values := m.Values()
	text := make([]byte, 0, base64.StdEncoding.EncodedLen(4*len(values))+100)
	text = fmt.Appendf(text, `{"rows":%d,"dim":%d,"values":"`, m.N(), m.Dim())
	var b []byte
	for some := range slices.Chunk(values, block) {
		b = b[:0]
		for _, x := range some {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		text = base64.StdEncoding.AppendEncode(text, b)
	}
	return append(text, `"}`...), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Matrix) UnmarshalJSON(text []byte) error {
	var k kept
	if err := json.Unmarshal(text, &k); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(k.Values)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	read, err := New(k.Rows, k.Dim)
	if err != nil {
		return err
	}
	if len(b) != 4*len(read.values) {
		return fmt.Errorf("embed: %d bytes for %d rows of dimension %d", len(b), k.Rows, k.Dim)
	}
	for i := range read.values {
		read.values[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	*m = *read
	return nil
}

// Unit returns the rows scaled to norm 1, whose dot products are cosines. Zero rows stay zero.
func (m *Matrix) Unit() *Matrix {
	unit := &Matrix{dim: m.Dim(), values: make([]float32, len(m.Values()))}
	for u := range int32(m.N()) {
		if length := math.Sqrt(m.Dot(u, u)); length > 0 {
			for i, x := range m.Row(u) {
				unit.Row(u)[i] = float32(float64(x) / length)
			}
		}
	}
	return unit
}

// Debiased scales noisy rows so that their squared norm has the expectation of the row without
// noise. sd is the standard deviation of the noise.
func Debiased(noisy []float64, dim int, sd float64) []float64 {
	out := make([]float64, len(noisy))
	for at := 0; dim > 0 && at+dim <= len(noisy); at += dim {
		square := 0.0
		for _, x := range noisy[at : at+dim] {
			square += x * x
		}
		factor := 0.0
		if want := square - float64(dim)*sd*sd; want > 0 {
			factor = math.Sqrt(want / square)
		}
		for i, x := range noisy[at : at+dim] {
			out[at+i] = factor * x
		}
	}
	return out
}

// FromValues returns the embedding of rows of dim numbers, one after the other.
func FromValues(values []float64, dim int) (*Matrix, error) {
	if dim < 1 || len(values)%dim != 0 {
		return nil, fmt.Errorf("embed: %d numbers: must be a multiple of the dimension %d, which must be positive", len(values), dim)
	}
	m, err := New(len(values)/dim, dim)
	if err != nil {
		return nil, err
	}
	for i, x := range values {
		m.values[i] = float32(x)
	}
	return m, nil
}
