package logistic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A regression on weighted sums of rows equals that on explicit sums: the same weights and the same
// scores.
func TestMixture(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	const n, width, classes = 60, 8, 3
	of := Sparse{Width: width}
	for range n {
		var columns []int32
		var values []float64
		for c := range int32(width) {
			if r.IntN(3) == 0 {
				columns, values = append(columns, c), append(values, r.NormFloat64())
			}
		}
		of.Columns, of.Values = append(of.Columns, columns), append(of.Values, values)
	}
	mixture := Mixture{Of: of}
	var written [][]float64
	var class []int32
	for i := range 2 * n {
		row := make([]float64, width)
		var rows []int32
		var weights []float64
		for range i % 4 { // also of none, and of one row twice
			u, w := int32(r.IntN(n)), r.NormFloat64()
			rows, weights = append(rows, u, u), append(weights, w, 0.5)
			for k, c := range of.Columns[u] {
				row[c] += (w + 0.5) * of.Values[u][k]
			}
		}
		mixture.Rows, mixture.Weights = append(mixture.Rows, rows), append(mixture.Weights, weights)
		written, class = append(written, row), append(class, int32(r.IntN(classes)))
	}
	dense := must.Get(Dense(written))(t)
	a := must.Get(FitFrom(nil, dense, class, classes, 0.5, 1e-9))(t)
	b := must.Get(FitFrom(nil, mixture, class, classes, 0.5, 1e-9))(t)
	scores := must.Get(b.All(mixture))(t)
	for i, row := range written {
		for c, want := range a.Scores(row) {
			near(t, "score", scores[i][c], want, 1e-6)
		}
	}
}

// An invalid matrix is an error that says where.
func TestMatricesAreChecked(t *testing.T) {
	fine := Sparse{Width: 2, Columns: [][]int32{{0}, {1}}, Values: [][]float64{{1}, {2}}}
	for name, x := range map[string]Matrix{
		"a column beyond":    Sparse{Width: 1, Columns: [][]int32{{0}, {1}}, Values: [][]float64{{1}, {2}}},
		"a column below":     Sparse{Width: 1, Columns: [][]int32{{0}, {-1}}, Values: [][]float64{{1}, {2}}},
		"values missing":     Sparse{Width: 2, Columns: [][]int32{{0}, {1}}, Values: [][]float64{{1}}},
		"a value missing":    Sparse{Width: 2, Columns: [][]int32{{0}, {1}}, Values: [][]float64{{1}, {}}},
		"not a number":       Sparse{Width: 2, Columns: [][]int32{{0}, {1}}, Values: [][]float64{{1}, {math.NaN()}}},
		"a row beyond":       Mixture{Of: fine, Rows: [][]int32{{0}, {2}}, Weights: [][]float64{{1}, {1}}},
		"a weight missing":   Mixture{Of: fine, Rows: [][]int32{{0}, {1}}, Weights: [][]float64{{1}, {}}},
		"weights missing":    Mixture{Of: fine, Rows: [][]int32{{0}, {1}}, Weights: [][]float64{{1}}},
		"an infinite weight": Mixture{Of: fine, Rows: [][]int32{{0}, {1}}, Weights: [][]float64{{1}, {math.Inf(1)}}},
	} {
		if _, err := Fit(x, []int32{0, 1}, 2, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	must.Get(Fit(fine, []int32{0, 1}, 2, 1))(t)
	if m, _ := Fit(fine, []int32{0, 1}, 2, 1); m != nil {
		if _, err := m.All(Sparse{Width: 3}); err == nil {
			t.Error("scores of other features")
		}
	}
}

// Both functions that add rows give the same bits, for any number of classes and of columns.
func TestRowsAreAddedAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for range 200 {
		const width = 20
		stride, count := lanes*(1+r.IntN(3)), r.IntN(30)
		w := make([]float64, width*stride)
		for i := range w {
			w[i] = r.NormFloat64()
		}
		columns, values := make([]int32, count), make([]float64, count)
		for k := range columns {
			columns[k], values[k] = int32(r.IntN(width)), r.NormFloat64()
		}
		from := lanes * r.IntN(stride/lanes)
		var sum [lanes]float64
		for j := range sum {
			sum[j] = r.NormFloat64()
		}
		other, rows := sum, slices.Clone(w)
		sumRows(&sum, w[from:], stride, columns, values)
		sumRowsGo(&other, w[from:], stride, columns, values)
		addToRows(w[from:], stride, columns, values, &sum)
		addToRowsGo(rows[from:], stride, columns, values, &sum)
		if sum != other || !slices.Equal(w, rows) {
			t.Fatalf("%d columns of rows %d apart: sums %v, %v", count, stride, sum, other)
		}
	}
}
