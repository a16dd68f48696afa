package sparse

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// dense returns the matrix with all its zeros.
func dense(m *Matrix) [][]float64 {
	d := make([][]float64, m.Rows())
	for u := range d {
		d[u] = make([]float64, m.Cols())
	}
	row, column, value := m.Entries()
	for i := range row {
		d[row[i]][column[i]] += float64(value[i])
	}
	return d
}

func random(t *testing.T, n int) *graph.Graph {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	var edges []graph.Edge
	for range 2 * n {
		edges = append(edges, graph.Edge{U: int32(rng.IntN(n)), V: int32(rng.IntN(n * 3 / 4))}) // some nodes are isolated
	}
	return gdptest.Graph(t, n, edges)
}

func TestNormalised(t *testing.T) {
	for _, loops := range []bool{false, true} {
		g := random(t, 40)
		d := dense(Normalised(g, loops))
		degree := func(u int) float64 {
			if loops {
				return float64(g.Degree(int32(u)) + 1)
			}
			return float64(g.Degree(int32(u)))
		}
		for u := range d {
			for v, got := range d[u] {
				want := 0.0
				if g.HasEdge(int32(u), int32(v)) || loops && u == v {
					want = 1 / math.Sqrt(degree(u)*degree(v))
				}
				if math.Abs(got-want) > 1e-7 {
					t.Fatalf("loops %v: entry (%d, %d) is %v, want %v", loops, u, v, got, want)
				}
			}
		}
	}
}

func attributes(t *testing.T) *Matrix {
	t.Helper()
	a := must.Get(graph.NewAttributes(4, []int64{0, 2, 2, 5, 6}, []int32{0, 3, 0, 1, 2, 1}, []float32{2, -6, 1, 1, 2, 0}))(t)
	return Attributes(a)
}

func TestAttributesAndShares(t *testing.T) {
	want := [][]float64{{2, 0, 0, -6}, {0, 0, 0, 0}, {1, 1, 2, 0}, {0, 0, 0, 0}}
	m := attributes(t)
	shares := [][]float64{{0.25, 0, 0, -0.75}, {0, 0, 0, 0}, {0.25, 0.25, 0.5, 0}, {0, 0, 0, 0}}
	for u := range want {
		if got := dense(m)[u]; !slices.Equal(got, want[u]) {
			t.Errorf("row %d is %v, want %v", u, got, want[u])
		}
		if got := dense(m.RowShares())[u]; !slices.Equal(got, shares[u]) {
			t.Errorf("row %d of shares is %v, want %v", u, got, shares[u])
		}
	}
}

func TestTimes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range []*Matrix{attributes(t), Normalised(random(t, 300), true), Identity(5)} {
		d := dense(m)
		h, got := vector.New(m.Cols(), 11), vector.New(m.Rows(), 11)
		for i := range h.Data {
			h.Data[i] = float32(rng.NormFloat64())
		}
		got.Data[0] = 5 // to be overwritten
		m.Times(got, h)
		for u := range d {
			for k, v := range got.Row(u) {
				want := 0.0
				for c := range d[u] {
					want += d[u][c] * float64(h.Row(c)[k])
				}
				if math.Abs(float64(v)-want) > 1e-5 {
					t.Fatalf("product at (%d, %d) is %v, want %v", u, k, v, want)
				}
			}
		}
	}
}
