package similar

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The nearest nodes agree with the products of all pairs, including signs, ties and rows without
// entries.
func TestNearestBesideAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 60 {
		n, columns, most := 1+r.IntN(50), 1+r.IntN(8), 1+r.IntN(20)
		rows, dense := make([][]Entry[float64], n), make([][]float64, n)
		for u := range rows {
			dense[u] = make([]float64, columns)
			for c := range columns {
				if r.IntN(3) == 0 {
					dense[u][c] = float64(r.IntN(5) - 2) // small integers: products are exact, and often equal
					rows[u] = append(rows[u], Entry[float64]{int32(c), dense[u][c]})
				}
			}
		}
		for u, got := range Nearest(rows, columns, most) {
			var want []Near[float64]
			for v := range rows {
				x := 0.0
				for c := range columns {
					x += dense[u][c] * dense[v][c]
				}
				if v != u && x > 0 {
					want = append(want, Near[float64]{int32(v), x})
				}
			}
			slices.SortFunc(want, func(a, b Near[float64]) int {
				return cmp.Or(cmp.Compare(b.Product, a.Product), cmp.Compare(a.Row, b.Row))
			})
			if want = want[:min(most, len(want))]; !slices.Equal(got, want) {
				t.Fatalf("row %d of %d: %v, want %v", u, n, got, want)
			}
		}
	}
}

// The nearest others of each row, by the columns that they share.
func ExampleNearest() {
	rows := [][]Entry[float64]{{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 2}}, {}}
	fmt.Println(Nearest(rows, 2, 1))
	// Output: [[{2 2}] [{0 1}] [{0 2}] []]
}
