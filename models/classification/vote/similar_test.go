package vote

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/logistic"
)

// words draws nodes of few words, some of none.
func words(t testing.TB, n, columns int) *graph.Attributes {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 2))
	offsets, indices, values := []int64{0}, []int32{}, []float32{}
	for range n {
		for c := range int32(columns) {
			if r.IntN(columns) < 3 {
				indices, values = append(indices, c), append(values, float32(1+r.IntN(3)))
			}
		}
		offsets = append(offsets, int64(len(indices)))
	}
	return must.Get(graph.NewAttributes(columns, offsets, indices, values))(t)
}

// Similar nodes agree with a brute-force search over all cosines.
func TestSimilarNodesBesideAllPairs(t *testing.T) {
	const n, k = 90, 4
	x := words(t, n, 30)
	in := make([]float64, x.Cols())
	for u := range int32(n) {
		columns, _ := x.Row(u)
		for _, c := range columns {
			in[c]++
		}
	}
	weighted := make([][]float64, n)
	for u := range int32(n) {
		weighted[u] = make([]float64, x.Cols())
		squares := 0.0
		columns, values := x.Row(u)
		for i, c := range columns {
			weighted[u][c] = float64(values[i]) * math.Sqrt(math.Log(n/in[c]))
			squares += weighted[u][c] * weighted[u][c]
		}
		for c := range weighted[u] {
			weighted[u][c] /= max(math.Sqrt(squares), 1e-300)
		}
	}
	found := mostSimilar(x, k)
	for u := range n {
		type pair struct {
			v      int32
			cosine float64
		}
		var all []pair
		for v := range n {
			cosine := 0.0
			for c, y := range weighted[u] {
				cosine += y * weighted[v][c]
			}
			if v != u && cosine > 0 {
				all = append(all, pair{int32(v), cosine})
			}
		}
		slices.SortFunc(all, func(a, b pair) int { return cmp.Compare(b.cosine, a.cosine) })
		all = all[:min(k, len(all))]
		if len(found[u].nodes) != len(all) {
			t.Fatalf("node %d has %d similar nodes, want %d", u, len(found[u].nodes), len(all))
		}
		total, cosines := 0.0, 0.0
		for _, p := range all {
			cosines += p.cosine
		}
		for i, p := range all {
			total += found[u].weights[i]
			if want := p.cosine / cosines; math.Abs(found[u].weights[i]-want) > 1e-9 { // nodes with equal cosines may swap
				t.Errorf("node %d: weight %d is %v, want %v", u, i, found[u].weights[i], want)
			}
		}
		if len(all) > 0 && math.Abs(total-1) > 1e-12 {
			t.Errorf("node %d: weights sum to %v", u, total)
		}
	}
}

// The wide row of a node is u + m over its norm, where u has norm 1 and so has the mean m of
// similar nodes' rows.
func TestSmoothedRows(t *testing.T) {
	x := words(t, 50, 25)
	own, around := logistic.UnitRows(x), mostSimilar(x, 3)
	wide := smoothed(own, around)
	write := func(nodes []int32, weights []float64) []float64 {
		out := make([]float64, x.Cols())
		for i, v := range nodes {
			for j, c := range own.Columns[v] {
				out[c] += weights[i] * own.Values[v][j]
			}
		}
		return out
	}
	scale := func(x []float64) {
		squares := 0.0
		for _, v := range x {
			squares += v * v
		}
		for i := range x {
			x[i] /= max(math.Sqrt(squares), 1e-300)
		}
	}
	for u := range around {
		want := write(around[u].nodes, around[u].weights)
		scale(want)
		for c, v := range write([]int32{int32(u)}, []float64{1}) {
			want[c] += v
		}
		scale(want)
		for c, v := range write(wide.Rows[u], wide.Weights[u]) {
			if math.Abs(v-want[c]) > 1e-12 {
				t.Errorf("node %d, word %d: %v, want %v", u, c, v, want[c])
			}
		}
	}
}

// If a search would take too long, the most frequent words are left out.
func TestFrequentWordsAreLeftOut(t *testing.T) {
	const n = 100_000
	weights := frequencies([]int{5, n, 90_000, 10}, n)
	if weights[0] <= weights[3] || weights[3] <= 0 || weights[2] <= 0 || weights[1] != 0 {
		t.Errorf("weights %v", weights)
	}
}
