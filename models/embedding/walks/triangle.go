package walks

import "github.com/graphdp/graphdp/data/graph/parallel"

// triangle is a symmetric matrix of n rows, of which what is on the diagonal and below is held, row
// after row.
type triangle struct {
	n    int
	data []float32
}

// entries is how many numbers a triangle of n rows holds.
func entries(n int) int { return n * (n + 1) / 2 }

func newTriangle(n int) triangle { return triangle{n, make([]float32, entries(n))} }

// row are the entries of a row up to the diagonal.
func (t triangle) row(u int) []float32 { return t.data[entries(u):][:u+1] }

// lanes is how many sums an entry of a product is made of.
const lanes = 4

// lane is the sum that a column is added to: by its remainder, and the columns left over to the
// first.
func (t triangle) lane(column int) int {
	if column >= t.n/lanes*lanes {
		return 0
	}
	return column % lanes
}

// multiply sets out to the product with x. Each sum gets its columns in rising order: those up to
// the diagonal from the row itself, and then those beyond it from the rows below, a band of rows at
// a time. So how many workers there are changes no bit.
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

// upToDiagonal are the sums of a row's own entries.
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
