package gen

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// Each class's own columns get the requested share of words, and all columns of a kind get equally
// many. The bound is 6 standard deviations of a binomial count, which correct code exceeds once in
// 5·10⁸.
func TestWords(t *testing.T) {
	const n, classes, columns, words, share = 20_000, 4, 42, 5, 0.7
	labels := make([]int32, n)
	for u := range labels {
		labels[u] = int32(u % classes)
	}
	a := must.Get(Words(labels, classes, Vocabulary{columns, words, share}, source(20)))(t)
	if a.Rows() != n || a.Cols() != columns || a.NNZ() != n*words {
		t.Fatalf("%d rows, %d columns, %d entries", a.Rows(), a.Cols(), a.NNZ())
	}
	own := 0
	counts := make([]int, columns) // of the words of class 1
	for u := range int32(n) {
		cols, values := a.Row(u)
		for i, c := range cols {
			if c/(columns/classes) == labels[u] {
				own++
			}
			if labels[u] == 1 {
				counts[c]++
			}
			if values[i] != 1 {
				t.Fatalf("node %d, column %d: %v", u, c, values[i])
			}
		}
	}
	if got, sd := float64(own), math.Sqrt(n*words*share*(1-share)); math.Abs(got-n*words*share) > 6*sd {
		t.Errorf("%v own words of %d, want a share of %v", got, n*words, share)
	}
	for c, got := range counts {
		p := share / 10
		if c < 10 || c >= 20 {
			p = (1 - share) / 32
		}
		mean := p * words * n / classes
		if math.Abs(float64(got)-mean) > 6*math.Sqrt(mean) {
			t.Errorf("column %d occurs %d times in class 1, want about %v", c, got, mean)
		}
	}
}

// The same source gives the same graph, another source another.
func TestSeeds(t *testing.T) {
	for name, draw := range all(400) {
		g, err := draw(source(1))
		if err != nil {
			t.Fatal(name, err)
		}
		h, err := draw(source(1))
		if err != nil {
			t.Fatal(name, err)
		}
		other, err := draw(source(2))
		if err != nil {
			t.Fatal(name, err)
		}
		if !g.Equal(h) {
			t.Errorf("%s: one source, two graphs", name)
		}
		if g.Equal(other) || g.N() < 400 || g.M() < 400 {
			t.Errorf("%s: %d nodes, %d edges, the same from another source: %v", name, g.N(), g.M(), g.Equal(other))
		}
	}
}

// all returns the generators, each with about n nodes and 10 n edges.
func all(n int) map[string]func(*rand.Rand) (*graph.Graph, error) {
	weights := make([]float64, n)
	degrees := make([]int32, n)
	labels := make([]int32, n)
	for u := range weights {
		weights[u] = 20 * 0.5 / math.Sqrt(float64(u+1)/float64(n)) // a power law with mean 20
		degrees[u] = int32(weights[u]) &^ 1
		labels[u] = int32(u % 7)
	}
	p := 20 / float64(n)
	blocks := make([][]float64, 7)
	rates := make([][]float64, 7)
	for a := range blocks {
		blocks[a], rates[a] = make([]float64, 7), make([]float64, 7)
		for b := range blocks[a] {
			blocks[a][b], rates[a][b] = p/2, p/2/400
		}
		blocks[a][a], rates[a][a] = 4*p, 4*p/400
	}
	sizes := []int{n / 7, n / 7, n / 7, n / 7, n / 7, n / 7, n - 6*(n/7)}
	scale := 0
	for 1<<scale < n {
		scale++
	}
	graphOf := func(w *graph.Network, err error) (*graph.Graph, error) {
		if err != nil {
			return nil, err
		}
		return w.Graph, nil
	}
	dropReport := func(g *graph.Graph, _ graph.Report, err error) (*graph.Graph, error) { return g, err }
	return map[string]func(*rand.Rand) (*graph.Graph, error){
		"GNM":     func(r *rand.Rand) (*graph.Graph, error) { return GNM(n, 10*n, r) },
		"GNP":     func(r *rand.Rand) (*graph.Graph, error) { return GNP(n, p, r) },
		"ChungLu": func(r *rand.Rand) (*graph.Graph, error) { return ChungLu(weights, r) },
		"SBM":     func(r *rand.Rand) (*graph.Graph, error) { return graphOf(SBM(sizes, blocks, r)) },
		"DegreeCorrectedSBM": func(r *rand.Rand) (*graph.Graph, error) {
			return graphOf(DegreeCorrectedSBM(labels, weights, rates, r))
		},
		"BarabasiAlbert": func(r *rand.Rand) (*graph.Graph, error) { return BarabasiAlbert(n, 10, r) },
		"WattsStrogatz":  func(r *rand.Rand) (*graph.Graph, error) { return WattsStrogatz(n, 20, 0.1, r) },
		"RMAT": func(r *rand.Rand) (*graph.Graph, error) {
			return dropReport(RMAT(scale, 10*n, Graph500(), graph.Options{}, r))
		},
		"Configuration": func(r *rand.Rand) (*graph.Graph, error) { return dropReport(Configuration(degrees, r)) },
	}
}

func TestGeneratorsRefuse(t *testing.T) {
	for name, draw := range all(50) {
		if _, err := draw(nil); err == nil || !strings.Contains(err.Error(), "no source") {
			t.Errorf("%s without a source: %v", name, err)
		}
	}
	r := source(30)
	nan := math.NaN()
	half := [][]float64{{0.5, 0.1}, {0.1, 0.5}}
	for want, call := range map[string]func() error{
		"-1 nodes":                func() error { _, err := GNM(-1, 0, r); return err },
		"4 edges on 3 nodes":      func() error { _, err := GNM(3, 4, r); return err },
		"-1 edges on 3 nodes":     func() error { _, err := GNM(3, -1, r); return err },
		"p is 1.1":                func() error { _, err := GNP(3, 1.1, r); return err },
		"p is NaN":                func() error { _, err := GNP(3, nan, r); return err },
		"p is -0.1":               func() error { _, err := WattsStrogatz(9, 2, -0.1, r); return err },
		"3 neighbours":            func() error { _, err := WattsStrogatz(9, 3, 0.1, r); return err },
		"10 neighbours":           func() error { _, err := WattsStrogatz(9, 10, 0.1, r); return err },
		"5 edges per node":        func() error { _, err := BarabasiAlbert(5, 5, r); return err },
		"0 edges per node":        func() error { _, err := BarabasiAlbert(5, 0, r); return err },
		"node 1 has weight -1":    func() error { _, err := ChungLu([]float64{1, -1}, r); return err },
		"node 1 has weight NaN":   func() error { _, err := ChungLu([]float64{1, nan}, r); return err },
		"node 0 has weight +Inf":  func() error { _, err := ChungLu([]float64{math.Inf(1)}, r); return err },
		"p[0][1] is NaN":          func() error { _, err := SBM([]int{1, 1}, [][]float64{{0, nan}, {0, 0}}, r); return err },
		"block 1 has -1 nodes":    func() error { _, err := SBM([]int{1, -1}, half, r); return err },
		"3 blocks and 2 rows":     func() error { _, err := SBM([]int{1, 1, 1}, half, r); return err },
		"row 1 of the rates":      func() error { _, err := SBM([]int{1, 1}, [][]float64{{0, 0}, {0}}, r); return err },
		"[0][1] and [1][0]":       func() error { _, err := SBM([]int{1, 1}, [][]float64{{0, 0.1}, {0.2, 0}}, r); return err },
		"1 weights for 2 nodes":   func() error { _, err := DegreeCorrectedSBM([]int32{0, 1}, []float64{1}, half, r); return err },
		"node 0 has label 2":      func() error { _, err := DegreeCorrectedSBM([]int32{2}, []float64{1}, half, r); return err },
		"scale 31":                func() error { _, _, err := RMAT(31, 1, Graph500(), graph.Options{}, r); return err },
		"-1 edges":                func() error { _, _, err := RMAT(3, -1, Graph500(), graph.Options{}, r); return err },
		"sum to 0.9":              func() error { _, _, err := RMAT(3, 1, Quadrants{0.9, 0, 0, 0}, graph.Options{}, r); return err },
		"a quadrant is -0.5":      func() error { _, _, err := RMAT(3, 1, Quadrants{1, 0.5, -0.5, 0}, graph.Options{}, r); return err },
		"sum to 3":                func() error { _, _, err := Configuration([]int32{1, 2}, r); return err },
		"node 1 has degree -1":    func() error { _, _, err := Configuration([]int32{1, -1}, r); return err },
		"the own share is 2":      func() error { _, err := Words(nil, 2, Vocabulary{10, 2, 2}, r); return err },
		"10 columns for 6":        func() error { _, err := Words(nil, 6, Vocabulary{10, 2, 0.5}, r); return err },
		"node 1 has label 3":      func() error { _, err := Words([]int32{0, 3}, 3, Vocabulary{10, 2, 0.5}, r); return err },
		"2 columns for 1 classes": func() error { _, err := Words(nil, 1, Vocabulary{2, 2, 0.5}, r); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "gen: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
