package embed

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// near is the number of nearest nodes that are compared; sampled is the number of nodes.
const (
	near    = 10
	sampled = 1000
)

// Likeness measures the similarity of two embeddings of the same nodes. It is invariant under
// rotation.
type Likeness struct {
	Nodes   int    `json:"nodes"`
	Columns [2]int `json:"columns"`
	// Neighbours is the mean overlap of the ten nearest nodes by cosine, over sampled nodes; Chance
	// is its value for random embeddings.
	Neighbours float64 `json:"neighbours"`
	Chance     float64 `json:"chance"`
	// Cosines is the correlation of cosines over pairs of a sampled node and another.
	Cosines float64 `json:"cosines"`
	// Residual is the share of squared norm that remains after orthogonal Procrustes alignment with
	// scaling.
	Residual float64 `json:"residual"`
}

// Compare compares the rows of the same nodes in two embeddings.
func Compare(a, b *Matrix, r *rand.Rand) (Likeness, error) {
	if a == nil || b == nil || r == nil || a.N() < 3 || a.N() != b.N() {
		return Likeness{}, errors.New("embed: give two embeddings of the same nodes, at least three, and a source of randomness")
	}
	n := a.N()
	l := Likeness{Nodes: n, Columns: [2]int{a.Dim(), b.Dim()}}
	k := min(near, n-1)
	l.Chance = float64(k) / float64(n-1)
	nodes := r.Perm(n)[:min(n, sampled)]
	shared, all := make([]float64, len(nodes)), make([]moments, len(nodes))
	both := [2]*Matrix{a.Unit(), b.Unit()}
	parallel.Blocks(len(nodes), 8, func(_, lo, hi int) {
		x, y := make([]float64, n), make([]float64, n)
		for i := lo; i < hi; i++ {
			u := int32(nodes[i])
			one, other := both[0].nearest(u, k, x), both[1].nearest(u, k, y)
			for _, v := range one {
				if slices.Contains(other, v) {
					shared[i] += 1 / float64(k)
				}
			}
			for v := range x {
				if int32(v) != u {
					all[i].add(x[v], y[v])
				}
			}
		}
	})
	var sum moments
	for i := range nodes {
		l.Neighbours += shared[i] / float64(len(nodes))
		for j, x := range all[i] {
			sum[j] += x
		}
	}
	var err error
	if l.Cosines, err = sum.correlation(float64(len(nodes)) * float64(n-1)); err != nil {
		return l, err
	}
	l.Residual, err = residual(a, b)
	return l, err
}

// nearest returns the k nodes with the largest dot products with node u, in descending order. It
// overwrites products with all dot products.
func (m *Matrix) nearest(u int32, k int, products []float64) []int32 {
	best := make([]int32, 0, k+1)
	for v := range int32(m.N()) {
		p := m.Dot(u, v)
		if products[v] = p; v == u || len(best) == k && p <= products[best[k-1]] {
			continue
		}
		i := len(best)
		for i > 0 && p > products[best[i-1]] {
			i--
		}
		best = slices.Insert(best, i, v)
		best = best[:min(k, len(best))]
	}
	return best
}

// moments are sums of x, y, x², y² and xy.
type moments [5]float64

func (m *moments) add(x, y float64) {
	m[0] += x
	m[1] += y
	m[2] += x * x
	m[3] += y * y
	m[4] += x * y
}

// correlation returns the correlation of n pairs of cosines.
func (m *moments) correlation(n float64) (float64, error) {
	x, y := m[0]/n, m[1]/n
	varX, varY := m[2]/n-x*x, m[3]/n-y*y
	if min(varX, varY) < 1e-12 {
		return 0, errors.New("embed: all pairs of an embedding's vectors have the same cosine: the correlation is undefined")
	}
	return (m[4]/n - x*y) / math.Sqrt(varX*varY), nil
}

// residual returns 1 - (the sum of the singular values of aᵀb)² / (|a|²|b|²).
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
		return 0, errors.New("embed: an embedding of zeros cannot be compared")
	}
	var of mat.SVD
	if !of.Factorize(inner, mat.SVDNone) {
		return 0, errors.New("embed: the singular value decomposition for the best rotation did not converge")
	}
	sum := lists.Sum(of.Values(nil))
	return math.Max(0, 1-sum*sum/squares[0]/squares[1]), nil
}

// WriteText writes the likeness as text.
func (l Likeness) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, `nodes                        %d
columns                      %d and %d
share of %2d nearest in both  %.4g, by chance %.4g
correlation of cosines       %.4g
left by the best rotation    %.4g of squares
`, l.Nodes, l.Columns[0], l.Columns[1], near, l.Neighbours, l.Chance, l.Cosines, l.Residual)
	return err
}
