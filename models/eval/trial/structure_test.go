package trial

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// hubs has four nodes with the others as leaves, and rows that lie as far from each
// other as those of its adjacency matrix, up to a factor: a leaf of hub h is the unit
// vector h, hub h one of length √d in a direction orthogonal to all others.
func hubs(t *testing.T, n int) (*graph.Graph, [][]float32) {
	t.Helper()
	const h = 4
	var edges []graph.Edge
	rows := make([][]float32, n)
	degrees := [h]float64{}
	for u := range rows {
		rows[u] = make([]float32, 2*h)
		if u >= h {
			hub := (u * u / 7) % h
			edges = append(edges, graph.Edge{U: int32(hub), V: int32(u)})
			rows[u][hub] = 3
			degrees[hub]++
		}
	}
	for u, d := range degrees {
		rows[u][h+u] = float32(3 * math.Sqrt(d))
	}
	return gdptest.Graph(t, n, edges), rows
}

// Rows at the distances of the adjacency matrix have StrucEqu 1, over all pairs and,
// in a larger graph, over a sample.
func TestStructureOfEqualDistances(t *testing.T) {
	for _, n := range []int{300, allPairs + 1} {
		g, rows := hubs(t, n)
		s := must.Get(StructureOf(g, matrix(t, rows), random(1)))(t)
		near(t, "StrucEqu", s.StrucEqu, 1, 1e-7)
		if s.Error > 1e-7 || (s.Error != 0) != (n > allPairs) {
			t.Errorf("%d nodes: standard error %v", n, s.Error)
		}
	}
	g, rows := hubs(t, 300)
	if _, err := StructureOf(g, matrix(t, rows), nil); err != nil {
		t.Errorf("all pairs need no randomness: %v", err)
	}
	if _, err := StructureOf(g, matrix(t, rows[1:]), nil); err == nil {
		t.Error("too few rows were accepted")
	}
	rows[7][0] = float32(math.NaN())
	if _, err := StructureOf(g, matrix(t, rows), nil); err == nil {
		t.Error("a row with NaN was accepted")
	}
	g, rows = hubs(t, allPairs+1)
	if _, err := StructureOf(g, matrix(t, rows), nil); err == nil {
		t.Error("a sample was drawn from no source")
	}
}

// A sample is near the value over all pairs, by what its standard error says. The mean
// of (error/standard error)² over 200 samples is 9/7 for normal values with 9 degrees of
// freedom, and not within 0.5 … 4 with probability below 10⁻⁶. A standard error without
// the root of the number of groups makes it 0.13, one twice too small 5.1.
func TestTheStandardErrorOfASample(t *testing.T) {
	r := random(2)
	g := must.Get(gen.GNM(3000, 12_000, r))(t)
	rows, x := make([][]float32, g.N()), make([][]float64, g.N())
	for u := range rows {
		rows[u] = []float32{float32(g.Degree(int32(u))), float32(r.NormFloat64())}
		x[u] = []float64{float64(rows[u][0]), float64(rows[u][1])}
	}
	all := must.Get(StructureOf(g, matrix(t, rows), nil))(t)
	const samples, groups, size = 200, 10, 60
	sum := 0.0
	for range samples {
		s := must.Get(sampledStructure(g, x, groups, size, r))(t)
		sum += math.Pow((s.StrucEqu-all.StrucEqu)/s.Error, 2) / samples
	}
	t.Logf("all pairs %.4f, mean square of error/standard error %.2f", all.StrucEqu, sum)
	if sum < 0.5 || sum > 4 {
		t.Errorf("mean square of error/standard error %v", sum)
	}
}
