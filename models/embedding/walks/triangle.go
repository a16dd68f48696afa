package walks

import "github.com/graphdp/graphdp/data/graph/parallel"

// triangle is a symmetric matrix of n rows, stored as its lower triangle, row by row.
type triangle struct {
	n    int
	data []float32
}

// entries returns the number of entries of a triangle of n rows.
func entries(n int) int { return n * (n + 1) / 2 }

func newTriangle(n int) triangle { return triangle{n, make([]float32, entries(n))} }

// row returns the entries of a row up to the diagonal.
func (t triangle) row(u int) []float32 { return t.data[entries(u):][:u+1] }

// lanes is the number of partial sums of an entry of a product.
const lanes = 4

// lane returns the partial sum of a column: its remainder, or 0 for the last, incomplete group.
func (t triangle) lane(column int) int {
	if column >= t.n/lanes*lanes {
		return 0
	}
	return column % lanes
}

// multiply stores the product with x in out. Each partial sum adds its columns in ascending order:
// those up to the diagonal from the row itself, then the others from the rows below, one band of
// rows at a time. So the result does not depend on the number of workers.
func (t triangle) multiply(out, x []float64) {
	const band, columns = 32, 512
	var s [lanes][]float64
	for l := range s {
		s[l] = make([]float64, t.n)
	}
	for first := 0; first < t.n; first += band {
		end := min(first+band, t.n)
		parallel.Blocks(end-first, band/8, func(_, lo, hi int) {
			for u := first + lo; u < first+hi; u++ {
				for l, sum := range t.upToDiagonal(u, x) {
					s[l][u] = sum
				}
			}
		})
		parallel.Blocks(end, columns, func(_, lo, hi int) {
			for u := max(first, lo+1); u < end; u++ {
				row := t.row(u)[lo:min(hi, u)]
				sums, times := s[t.lane(u)][lo:][:len(row)], x[u]
				for j, m := range row {
					sums[j] += float64(m) * times
				}
			}
		})
	}
	for u := range out {
		out[u] = s[0][u] + s[1][u] + (s[2][u] + s[3][u])
	}
}

// upToDiagonal returns the partial sums of a row's stored entries.
func (t triangle) upToDiagonal(u int, x []float64) (s [lanes]float64) {
	row, j := t.row(u), 0
	x = x[:len(row)]
	for ; j+lanes <= len(row); j += lanes {
		s[0] += float64(row[j]) * x[j]
		s[1] += float64(row[j+1]) * x[j+1]
		s[2] += float64(row[j+2]) * x[j+2]
		s[3] += float64(row[j+3]) * x[j+3]
	}
	for ; j < len(row); j++ {
		s[t.lane(j)] += float64(row[j]) * x[j]
	}
	return s
}
