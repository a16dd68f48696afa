package embed

import "math"

// Unit returns the directions of the rows: rows of length 1, whose products are cosines. A row of
// zeros stays one.
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
