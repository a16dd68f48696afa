package embed

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// near is how many nearest nodes are compared, and sampled of how many nodes.
const (
	near    = 10
	sampled = 1000
)

// Likeness says how alike two embeddings of the same nodes are. A rotation of one of them changes
// nothing.
type Likeness struct {
	Nodes   int    `json:"nodes"`
	Columns [2]int `json:"columns"`
	// Neighbours is the share of the ten nodes with the largest cosines that are so in both, over
	// sampled nodes; Chance is what random ones have.
	Neighbours float64 `json:"neighbours"`
	Chance     float64 `json:"chance"`
	// Cosines is the correlation of the cosines of pairs of a sampled node and another.
	Cosines float64 `json:"cosines"`
	// Residual is the share of the squares of one that the other, rotated and scaled as fits best,
	// leaves: orthogonal Procrustes.
	Residual float64 `json:"residual"`
}

// Compare compares the rows of the same nodes in two embeddings.
func Compare(a, b *Matrix, r *rand.Rand) (Likeness, error) {
	if a == nil || b == nil || r == nil || a.N() < 3 || a.N() != b.N() {
		return Likeness{}, errors.New("embed: two embeddings of the same nodes are compared, of three at least, and by a stream")
	}
	n := a.N()
	l := Likeness{Nodes: n, Columns: [2]int{a.Dim(), b.Dim()}}
	k := min(near, n-1)
	l.Chance = float64(k) / float64(n-1)
	nodes := r.Perm(n)[:min(n, sampled)]
	shared, correlated := make([]float64, len(nodes)), make([][2][]float64, len(nodes))
	both := [2]*Matrix{a.Unit(), b.Unit()}
	parallel.Blocks(len(nodes), 8, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			u := int32(nodes[i])
			var nearest [2][]int32
			for side, m := range both {
				nearest[side], correlated[i][side] = m.nearest(u, k)
			}
			for _, v := range nearest[0] {
				if slices.Contains(nearest[1], v) {
					shared[i] += 1 / float64(k)
				}
			}
			for side, cosines := range correlated[i] {
				correlated[i][side] = slices.Delete(cosines, int(u), int(u)+1)
			}
		}
	})
	var all [2][]float64
	for i := range nodes {
		l.Neighbours += shared[i] / float64(len(nodes))
		for side := range all {
			all[side] = append(all[side], correlated[i][side]...)
		}
	}
	l.Cosines = stat.Correlation(all[0], all[1], nil)
	left, err := residual(a, b)
	l.Residual = left
	return l, err
}

// nearest returns the k nodes whose rows have the largest products with one, and all products.
func (m *Matrix) nearest(u int32, k int) (nodes []int32, products []float64) {
	products = make([]float64, m.N())
	order := make([]int32, 0, m.N()-1)
	for v := range int32(m.N()) {
		if products[v] = m.Dot(u, v); v != u {
			order = append(order, v)
		}
	}
	slices.SortStableFunc(order, func(v, w int32) int { return cmp.Compare(products[w], products[v]) })
	return order[:k], products
}

// residual is 1 - (the sum of the singular values of aᵀb)² / (|a|²|b|²).
func residual(a, b *Matrix) (float64, error) {
	inner := mat.NewDense(a.Dim(), b.Dim(), nil)
	var squares [2]float64
	for u := range int32(a.N()) {
		x, y := a.Row(u), b.Row(u)
		squares[0] += Dot(x, x)
		squares[1] += Dot(y, y)
		for i, p := range x {
			row := inner.RawRowView(i)
			for j, q := range y {
				row[j] += float64(p) * float64(q)
			}
		}
	}
	if squares[0] == 0 || squares[1] == 0 {
		return 0, errors.New("embed: an embedding of zeros is like no other")
	}
	var of mat.SVD
	if !of.Factorize(inner, mat.SVDNone) {
		return 0, errors.New("embed: the best rotation is not found")
	}
	sum := 0.0
	for _, s := range of.Values(nil) {
		sum += s
	}
	return math.Max(0, 1-sum*sum/squares[0]/squares[1]), nil
}

// WriteText writes the likeness for people.
func (l Likeness) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, `nodes                        %d
columns                      %d and %d
share of %2d nearest in both  %.4g, by chance %.4g
correlation of cosines       %.4g
left by the best rotation    %.4g of squares
`, l.Nodes, l.Columns[0], l.Columns[1], near, l.Neighbours, l.Chance, l.Cosines, l.Residual)
	return err
}
