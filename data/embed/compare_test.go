package embed

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/gonum/stat"
)

// turned returns m rotated in a plane, scaled, and with an additional column of zeros.
func turned(t *testing.T, m *Matrix, angle, scale float64) *Matrix {
	t.Helper()
	x := must.Get(New(m.N(), m.Dim()+1))(t)
	sin, cos := math.Sincos(angle)
	for u := range int32(m.N()) {
		row := x.Row(u)
		copy(row, m.Row(u))
		a, b := float64(row[0]), float64(row[1])
		row[0], row[1] = float32(cos*a-sin*b), float32(sin*a+cos*b)
		for i := range row {
			row[i] *= float32(scale)
		}
	}
	return x
}

// Rotated and scaled rows are alike in all measures, and unrelated ones in none.
func TestTurnedRowsAreAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a := glorot(t, 300, 8)
	b := must.Get(Glorot(300, 8, rand.New(rand.NewPCG(3, 4))))(t)
	same := must.Get(Compare(a, turned(t, a, 0.7, 3), r))(t)
	if same.Nodes != 300 || same.Columns != [2]int{8, 9} || same.Neighbours < 0.99 || same.Cosines < 0.9999 || same.Residual > 1e-4 {
		t.Errorf("a turned embedding: %+v", same)
	}
	other := must.Get(Compare(a, b, r))(t)
	if math.Abs(other.Chance-10./299) > 1e-12 || other.Neighbours > 3*other.Chance || math.Abs(other.Cosines) > 0.1 || other.Residual < 0.7 {
		t.Errorf("two that have nothing in common: %+v", other)
	}
	zeros := must.Get(New(300, 2))(t)
	for _, bad := range []*Matrix{nil, zeros, glorot(t, 7, 8)} {
		if _, err := Compare(a, bad, r); err == nil {
			t.Errorf("%v compared", bad)
		}
	}
}

// Written embeddings are read back; a word2vec header is skipped, and bad lines are named.
func TestReadReadsWhatIsWritten(t *testing.T) {
	m := glorot(t, 5, 3)
	var text bytes.Buffer
	must.Do(t, m.Write(&text, Text, nil))
	for _, head := range []string{"", "5 3\n"} {
		ids, got, err := Read(strings.NewReader(head + text.String()))
		if err != nil || strings.Join(ids, " ") != "0 1 2 3 4" || Same(m, got) != 15 {
			t.Fatalf("%v %v %v", ids, got, err)
		}
	}
	var zipped bytes.Buffer
	must.Do(t, m.WriteAs(&zipped, "rows.emb.gz", nil))
	if _, got, err := Read(&zipped); err != nil || Same(m, got) != 15 {
		t.Errorf("compressed rows: %v %v", got, err)
	}
	if ids, _, err := Read(strings.NewReader("5 1\n7 1\n")); err != nil || len(ids) != 2 {
		t.Errorf("rows of one number are read as %v, %v", ids, err)
	}
	for _, bad := range []string{"", "a\n", "a 1 2\nb 1\n", "a 1 2\na 1 2\n", "a 1 x\n", "a 1 NaN\n"} {
		if _, _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// The nearest nodes and the correlation are those of a sort and of gonum.
func TestNearestNodesAreThoseOfASort(t *testing.T) {
	a, b := glorot(t, 60, 3).Unit(), glorot(t, 60, 3)
	copy(a.Row(7), a.Row(8)) // a tie
	products := [2][]float64{make([]float64, 60), make([]float64, 60)}
	var order []int32
	for v := range int32(60) {
		if v != 5 {
			order = append(order, v)
		}
	}
	slices.SortStableFunc(order, func(v, w int32) int { return cmp.Compare(a.Dot(5, w), a.Dot(5, v)) })
	for k := 1; k < 60; k++ {
		if got := a.nearest(5, k, products[0]); !slices.Equal(got, order[:k]) {
			t.Fatalf("the %d nearest are %v, want %v", k, got, order[:k])
		}
	}
	b.nearest(9, 1, products[1])
	var m moments
	for v, x := range products[0] {
		m.add(x, products[1][v])
	}
	if got, err := m.correlation(60); err != nil || math.Abs(got-stat.Correlation(products[0], products[1], nil)) > 1e-12 {
		t.Errorf("a correlation of %v, %v, want %v", got, err, stat.Correlation(products[0], products[1], nil))
	}
}
