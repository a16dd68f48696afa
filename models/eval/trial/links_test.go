package trial

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Which end of a pair is first is a coin, so that ids which know the answer are of no
// use to a reader of one end. Of 1000 coins more than 600 fall on one side with
// probability 2·10⁻¹⁰.
func TestTheFirstEndOfAPairIsACoin(t *testing.T) {
	g, err := gen.GNM(300, 2000, random(3))
	if err != nil {
		t.Fatal(err)
	}
	l, err := SplitLinks(g, 0.5, random(4))
	if err != nil {
		t.Fatal(err)
	}
	for i, list := range [][]graph.Edge{l.Edges.Train, l.Edges.Test, l.None.Train, l.None.Test} {
		ascending := 0
		for _, e := range list {
			if e.U < e.V {
				ascending++
			}
		}
		if len(list) != 1000 || ascending < 400 || ascending > 600 {
			t.Errorf("list %d: %d of %d pairs have the smaller id first", i, ascending, len(list))
		}
	}
}

// In a perfect matching the hidden edges are between the only nodes that have no edge to
// train on: degrees of the training graph rank them last, those of the whole graph
// nowhere.
func TestATrainingGraphDoesNotHoldTheTest(t *testing.T) {
	const n = 400
	var edges []graph.Edge
	for u := int32(0); u < n; u += 2 {
		edges = append(edges, graph.Edge{U: u, V: u + 1})
	}
	g := gdptest.Graph(t, n, edges)
	l, err := SplitLinks(g, 0.1, random(5))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g         *graph.Graph
		low, high float64
	}{{l.Train, 0, 0.2}, {g, 0.5, 0.5}} {
		rows := make([][]float32, n)
		for u := range rows {
			rows[u] = []float32{float32(c.g.Degree(int32(u)))}
		}
		if auc, err := l.AUC(matrix(t, rows).Dot); err != nil || auc < c.low || auc > c.high {
			t.Errorf("AUC %v, want %v … %v, %v", auc, c.low, c.high, err)
		}
	}
	if l.Train.M() != 180 {
		t.Errorf("%d of 200 edges to train on", l.Train.M())
	}
}
