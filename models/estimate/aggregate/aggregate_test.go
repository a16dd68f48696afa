package aggregate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"gonum.org/v1/gonum/floats"
)

// moves returns the largest ℓ2 distance between the sums of g and of g without an edge.
func moves(t *testing.T, q gdp.Bounded[gdp.L2], g *graph.Graph) (worst float64) {
	t.Helper()
	classificationtest.EachEdge(t, g, q.Eval, func(_ graph.Edge, with, without []float64) {
		worst = max(worst, floats.Distance(with, without, 2))
	})
	return worst
}

// One edge moves the sums by √2 at most, whatever the rows are, and by nearly √2.
func TestOneEdgeMovesTheSumsByRootTwo(t *testing.T) {
	const n, columns = 14, 3
	r := rand.New(rand.NewPCG(1, 9))
	largest := 0.0
	for trial := range 40 {
		values := make([]float32, n*columns)
		for i := range values {
			values[i] = float32(math.Pow(10, float64(trial%20*3-28)) * r.NormFloat64())
			if trial%5 == 0 {
				values[i] = float32(1 + i%columns)
			}
		}
		rows := Unit(columns, values)
		for u := range n {
			norm := 0.0
			for _, x := range rows.values[u*columns:][:columns] {
				norm += x * x
				if x/grain != math.Trunc(x/grain) {
					t.Fatalf("%v is no multiple of the grain", x)
				}
			}
			if math.Sqrt(norm) > 1 || norm < 1-1e-7 {
				t.Fatalf("a row of norm %v", math.Sqrt(norm))
			}
		}
		g := must.Get(gen.GNP(n, 0.3, r))(t)
		q := rows.Query("sums", n)
		worst := moves(t, q, g)
		if worst > float64(q.Bound()) {
			t.Errorf("an edge moves the sums by %v, stated %v", worst, q.Bound())
		}
		largest = max(largest, worst)
	}
	if largest < math.Sqrt2-1e-8 {
		t.Errorf("no edge moves the sums by more than %v", largest)
	}
}

// The claim of the papers is false on undirected graphs: two nodes with equal rows and one
// edge. What holds is said beside it.
func TestAnEdgeMovesTwoSums(t *testing.T) {
	g := gdptest.Graph(t, 2, []graph.Edge{{U: 0, V: 1}})
	q := Unit(1, []float64{1, 1}).ByArc("sums", 2, "[GAP23]")
	moved := moves(t, q, g)
	if q.Bound() != 1 || moved < 1.414 {
		t.Errorf("claimed %v, moved %v", q.Bound(), moved)
	}
	if c := q.Basis().(gdp.Claim); moved > c.Holds {
		t.Errorf("what is said to hold is %v", c.Holds)
	}
}

// Rows of zeros or of non-finite values become zeros. Neighbours in a directed graph are those in
// both directions.
func TestRows(t *testing.T) {
	rows := Unit(2, []float64{0, 0, math.NaN(), 1, math.Inf(1), 2, 3, -4})
	want := []float64{0, 0, 0, 0, 0, 0, 0.6, -0.8}
	for i, x := range rows.values {
		if math.Abs(x-want[i]) > 1e-8 {
			t.Fatalf("rows %v", rows.values)
		}
	}
	g, _ := must.Two(graph.FromEdges(4, []graph.Edge{{U: 0, V: 3}, {U: 3, V: 1}, {U: 1, V: 3}}, graph.Options{Directed: true}))(t)
	sums := must.Get(rows.Query("sums", 4).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
	for i, x := range []float64{0.6, -0.8, 0.6, -0.8, 0, 0, 0, 0} {
		if math.Abs(sums[i]-x) > 1e-8 {
			t.Fatalf("sums %v", sums)
		}
	}
	if Size(mostNodes+1) == nil || Size(3) != nil {
		t.Error("sizes")
	}
}
