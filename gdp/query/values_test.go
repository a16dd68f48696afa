package query

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

func build(t *testing.T, n int, edges ...graph.Edge) *gdp.Data {
	t.Helper()
	return &gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, edges)}}
}

// A triangle 0,1,2 with a tail 2-3-4, and 5 alone.
func tailed(t *testing.T) *gdp.Data {
	return build(t, 6, graph.Edge{U: 0, V: 1}, graph.Edge{U: 0, V: 2}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3}, graph.Edge{U: 3, V: 4})
}

// Answers worked out by hand.
func TestAnswers(t *testing.T) {
	d := tailed(t)
	shared := build(t, 6, graph.Edge{U: 2, V: 3}, graph.Edge{U: 2, V: 4}, graph.Edge{U: 3, V: 4}, graph.Edge{U: 0, V: 4}, graph.Edge{U: 1, V: 4})
	present := *d
	present.Present = []bool{true, true, true, true, true, false}
	edge, node, unbounded := gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded
	for _, c := range []struct {
		q    gdp.Bounded[gdp.L1]
		d    *gdp.Data
		want []float64
	}{
		{EdgeCount[gdp.L1](edge, 6, 5), d, []float64{5}},
		{EdgeCount[gdp.L1](node, 6, 2), d, []float64{4}},
		{NodeCount[gdp.L1](unbounded, 6), &present, []float64{5}},
		{Degrees[gdp.L1](edge, 6), d, []float64{2, 2, 3, 2, 1, 0}},
		{DegreeSequence[gdp.L1](edge, 6), d, []float64{0, 1, 2, 2, 2, 3}},
		{DegreeHistogram[gdp.L1](edge, 6, 5), d, []float64{1, 1, 3, 1, 0, 0}},
		{DegreeHistogram[gdp.L1](edge, 6, 2), d, []float64{1, 1, 4}},
		{DegreeHistogram[gdp.L1](node, 6, 2), d, []float64{1, 2, 3}}, // 2-3 comes after 2 is full
		{DegreeHistogram[gdp.L1](unbounded, 6, 2), &present, []float64{0, 2, 3}},
		{CumulativeDegrees[gdp.L1](edge, 6, 2), d, []float64{1, 2}},
		{CumulativeDegrees[gdp.L1](node, 6, 2), d, []float64{1, 3}},
		{CumulativeDegrees[gdp.L1](unbounded, 6, 2), &present, []float64{0, 2, 5}},
		{WedgeCount[gdp.L1](edge, 6, 5), d, []float64{6}},
		{WedgeCount[gdp.L1](edge, 6, 2), d, []float64{4}},
		{WedgeCount[gdp.L1](node, 6, 2), d, []float64{3}},
		{TriangleCount[gdp.L1](edge, 6, 5), d, []float64{1}},
		{TriangleCount[gdp.L1](edge, 6, 2), d, []float64{1}},
		{TriangleCount[gdp.L1](edge, 6, 1), d, []float64{0}},
		{TriangleCount[gdp.L1](edge, 6, 2), shared, []float64{0}}, // 4 has two before 2 and 3
		{JointDegrees[gdp.L1](edge, 6, 3), d, []float64{0, 1, 1, 0, 3, 0}},
		{JointDegrees[gdp.L1](edge, 6, 2), d, []float64{0, 1, 4}},
	} {
		got, err := c.q.Eval(c.d)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s under %v: %v (%v), want %v", c.q.Name(), c.q.Relation(), got, err, c.want)
		}
	}
}

// The capped edge count is the optimum of its linear programme: the brute force
// over the dual's vertices, which are multiples of ½, is no smaller, and a flow
// that no weighting of edges by 0, ½ and 1 attains would be larger.
func TestFractionalEdgesAreOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 2; n <= 6; n++ {
		for range 300 {
			g := must.Get(gen.GNP(n, r.Float64(), r))(t)
			for cap := 1; cap < n; cap++ {
				got := fractionalEdges(g, cap)
				if want := dual(g, cap); got != want {
					t.Fatalf("%d nodes, %d edges, cap %d: %v, dual %v", n, g.M(), cap, got, want)
				}
				if g.M() <= 8 && got != primal(g, cap) {
					t.Fatalf("%d nodes, %d edges, cap %d: %v, primal %v", n, g.M(), cap, got, primal(g, cap))
				}
			}
		}
	}
}

// dual returns the least of cap·Σy + Σz with y_u + y_v + z_e ≥ 1 and y in {0, ½, 1}.
func dual(g *graph.Graph, cap int) float64 {
	best := math.Inf(1)
	y := make([]float64, g.N())
	var try func(u int)
	try = func(u int) {
		if u < len(y) {
			for _, y[u] = range []float64{0, 0.5, 1} {
				try(u + 1)
			}
			return
		}
		sum := 0.0
		for _, v := range y {
			sum += float64(cap) * v
		}
		for a, b := range g.Edges() {
			sum += max(0, 1-y[a]-y[b])
		}
		best = min(best, sum)
	}
	try(0)
	return best
}

// primal returns the largest Σx with x in {0, ½, 1} and at most cap at each node.
func primal(g *graph.Graph, cap int) float64 {
	var edges []graph.Edge
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	load := make([]float64, g.N())
	var try func(i int) float64
	try = func(i int) float64 {
		if i == len(edges) {
			return 0
		}
		best := 0.0
		for _, x := range []float64{0, 0.5, 1} {
			u, v := edges[i].U, edges[i].V
			load[u] += x
			load[v] += x
			if load[u] <= float64(cap) && load[v] <= float64(cap) {
				best = max(best, x+try(i+1))
			}
			load[u] -= x
			load[v] -= x
		}
		return best
	}
	return try(0)
}

// Uncapped answers are those of package metric, on graphs of some size.
func TestAnswersOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	g := must.Get(gen.BarabasiAlbert(500, 4, r))(t)
	d, n := &gdp.Data{Network: &graph.Network{Graph: g}}, g.N()
	for _, rel := range singles {
		wedges, err := WedgeCount[gdp.L1](rel, n, n).Eval(d)
		if err != nil || wedges[0] != metric.Wedges(g) {
			t.Errorf("%v: %v wedges (%v), want %v", rel, wedges, err, metric.Wedges(g))
		}
		h := must.Get(DegreeHistogram[gdp.L1](rel, n, n).Eval(d))(t)
		for k, want := range metric.DegreeHistogram(g) {
			if h[k] != float64(want) {
				t.Errorf("%v: %v nodes of degree %d, want %d", rel, h[k], k, want)
			}
		}
	}
	joint := must.Get(JointDegrees[gdp.L1](gdp.EdgeLevel, n, 100).Eval(d))(t)
	sum := 0.0
	for _, c := range joint {
		sum += c
	}
	if sum != float64(g.M()) {
		t.Errorf("joint degrees of %v edges, want %d", sum, g.M())
	}
}

func TestIsotonic(t *testing.T) {
	for _, c := range [][2][]float64{
		{{}, {}},
		{{3, 1, 2}, {2, 2, 2}},
		{{1, 2, 3}, {1, 2, 3}},
		{{1, 3, 2, 4}, {1, 2.5, 2.5, 4}},
		{{4, 1, 1, 5, 4, 9}, {2, 2, 2, 4.5, 4.5, 9}},
	} {
		if got := Isotonic(c[0]); !reflect.DeepEqual(got, c[1]) {
			t.Errorf("Isotonic(%v) = %v, want %v", c[0], got, c[1])
		}
	}
	// By the max-min formula: x_i = max over a ≤ i of min over b ≥ i of the mean of y_a … y_b.
	r := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		y := make([]float64, 1+r.IntN(12))
		for i := range y {
			y[i] = float64(r.IntN(7))
		}
		for i, got := range Isotonic(y) {
			want := math.Inf(-1)
			for a := 0; a <= i; a++ {
				least := math.Inf(1)
				for b := i; b < len(y); b++ {
					sum := 0.0
					for _, v := range y[a : b+1] {
						sum += v
					}
					least = min(least, sum/float64(b-a+1))
				}
				want = max(want, least)
			}
			if math.Abs(got-want) > 1e-12 {
				t.Fatalf("Isotonic(%v)[%d] = %v, want %v", y, i, got, want)
			}
		}
	}
}
