package synthesis

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Blocks ascend by degree and have one node more than their smallest degree. Nodes of equal degree
// keep their order, and nodes of degree below 2 are in no block.
func TestBlocks(t *testing.T) {
	degrees := []float64{3, 0.2, 2, 2.4, 1.4, 5, 2, 4}
	for _, x := range []struct {
		nodes []int32
		want  [][]int32
	}{
		{[]int32{0, 1, 2, 3, 4, 5, 6, 7}, [][]int32{{2, 6, 3}, {0, 7, 5}}},
		{[]int32{7, 6, 5, 4, 3, 2, 1, 0}, [][]int32{{6, 2, 3}, {0, 7, 5}}},
		{[]int32{5, 1}, [][]int32{{5}}},
		{nil, nil},
	} {
		got, err := Blocks(degrees, x.nodes)
		if err != nil || !slices.EqualFunc(got, x.want, slices.Equal[[]int32]) {
			t.Errorf("%v, %v, want %v", got, err, x.want)
		}
	}
	for _, nodes := range [][]int32{{-1}, {8}} {
		if _, err := Blocks(degrees, nodes); err == nil {
			t.Errorf("blocks of %v", nodes)
		}
	}
	if _, err := Blocks([]float64{math.NaN()}, []int32{0}); err == nil {
		t.Error("a block of a node without a degree")
	}
}

// The triangles of a clique are counted where the cap permits. The cap grows with ε so that the
// noise is at most 1/500 of the possible count. It is at least the mean degree at an edge's end and
// at most what an edge can have.
func TestTriangles(t *testing.T) {
	const n = 60
	var edges []graph.Edge
	degrees := make([]float64, n)
	for u := range int32(n) {
		degrees[u] = n - 1
		for v := range u {
			edges = append(edges, graph.Edge{U: v, V: u})
		}
	}
	s := session(t, gdptest.Graph(t, n, edges), 100)
	got, err := Triangles(s, degrees, 50)
	if want := float64(n * (n - 1) * (n - 2) / 6); err != nil || math.Abs(got.Value-want) > 20*got.Error || got.Error != 1 {
		t.Errorf("%v triangles, want %v, %v", got, want, err)
	}
	if l, err := s.Ledger(); err != nil || l.Spent() < 49.99 || l.Spent() > 50.01 {
		t.Errorf("%v, %v", l, err)
	}
	ring, hubs := slices.Repeat([]float64{2}, 1000), append(slices.Repeat([]float64{1}, 900), slices.Repeat([]float64{300}, 100)...)
	for _, x := range []struct {
		degrees []float64
		eps     float64
		want    int
	}{
		{degrees, 1e-6, n - 2}, {ring, 1, 2}, {ring, 1000, 667}, {nil, 1, 1}, {[]float64{-3, 0, 0}, 1, 1},
		{hubs, 1e-3, 292}, {hubs, 0.5, 998},
	} {
		if got := Room(x.degrees, x.eps); got != x.want {
			t.Errorf("at ε = %v: room for %d, want %d", x.eps, got, x.want)
		}
	}
	none := must.Get(gdp.Protect(&graph.Network{Graph: gdptest.Graph(t, 2, nil)}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
	if x, err := Triangles(none, []float64{0, 0}, 1); err != nil || x.Value < 0 {
		t.Errorf("%v triangles of two nodes, %v", x, err)
	}
}

// A profile has the given triangles and clustering, as nearly as possible.
func TestProfile(t *testing.T) {
	degrees := []float64{0, 1, 2, 2, 3, 4, 4, 8, 8}
	p := ProfileOf(degrees, 12, 3)
	triangles, clustering := 0.0, 0.0
	for _, d := range degrees[2:] {
		triangles += p.At(d) * d * (d - 1) / 6
		clustering += p.At(d)
	}
	if math.Abs(triangles-12) > 0.01 || math.Abs(clustering-3) > 0.01 {
		t.Errorf("%v: %v triangles and a clustering of %v", p, triangles, clustering)
	}
	for _, none := range [][]float64{nil, {0, 0}, {2, 2, 2}} {
		for _, x := range []float64{0, 5} {
			if p := ProfileOf(none, x, x); !(p.At(2) >= 0 && p.At(2) <= 1) {
				t.Errorf("%v: %v", none, p)
			}
		}
	}
}
