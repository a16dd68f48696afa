package aggregate

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"gonum.org/v1/gonum/floats"
)

func build(t *testing.T, n int, edges []graph.Edge) *graph.Graph {
	t.Helper()
	return gdptest.Graph(t, n, edges)
}

// Every node sends its row to at most the given number of neighbours, each with equal probability.
// In 600 seeds each of six neighbours is kept 200 times, with SD 11.5.
func TestSent(t *testing.T) {
	var edges []graph.Edge
	for v := int32(1); v <= 6; v++ {
		edges = append(edges, graph.Edge{U: 0, V: v})
	}
	g := build(t, 7, edges)
	rows, kept := Unit(1, []float64{1, 0, 0, 0, 0, 0, 0}), make([]float64, 7)
	for seed := range uint64(600) {
		all := 0.0
		for v, x := range rows.Sent(g, 2, seed) {
			all += x
			kept[v] += x
		}
		if math.Abs(all-2) > 1e-6 {
			t.Fatalf("sent to %v neighbours", all)
		}
	}
	for v, k := range kept[1:] {
		if math.Abs(k-200) > 70 {
			t.Errorf("neighbour %d is kept %v times of 600", v+1, k)
		}
	}
	equal := Unit(1, []float64{1, 1, 1, 1, 1, 1, 1})
	if d := floats.Distance(equal.Sent(g, 6, 1), equal.Sum(g), 2); d != 0 {
		t.Errorf("nobody is bounded, and the sums are %v apart", d)
	}
}

// The claim for a node is false: its own sum goes with it. A node whose row is sent to one
// neighbour, and to which 50 send theirs, moves the sums by √(1 + 50²), not by 1.
func TestANodesOwnSumGoesWithIt(t *testing.T) {
	const n, most = 51, 1
	var edges []graph.Edge
	values := make([]float64, n)
	for v := range values {
		values[v] = 1
		if v > 0 {
			edges = append(edges, graph.Edge{U: 0, V: int32(v)})
		}
	}
	q := ByNode("sums", n, most, 3, "[GAP23]", nil)
	rows := Unit(1, values)
	moved := floats.Distance(rows.Sent(build(t, n, edges), most, 3), rows.Sent(build(t, n, nil), most, 3), 2)
	if q.Bound() != 1 || moved < 50 {
		t.Errorf("claimed %v, moved %v", q.Bound(), moved)
	}
}

// Nor are the other sums safe: each of 60 nodes keeps one of two neighbours. Without their common
// neighbour, the nodes that kept it keep their other one.
func TestANodeChangesWhoIsKept(t *testing.T) {
	const pairs, most = 60, 1
	n := 2*pairs + 1
	hub := int32(2 * pairs)
	var without, with []graph.Edge
	values := make([]float64, n)
	for u := range int32(pairs) {
		without = append(without, graph.Edge{U: u, V: pairs + u})
		with = append(with, graph.Edge{U: u, V: hub})
		values[u] = 1 // the others' rows are 0
	}
	with = append(with, without...)
	rows := Unit(1, values)
	a, b := rows.Sent(build(t, n, without), most, 5), rows.Sent(build(t, n, with), most, 5)
	a[hub], b[hub] = 0, 0 // its own sum aside
	if moved := floats.Distance(a, b, 2); moved < 4 {
		t.Errorf("the sums of others move by %v, claimed 1 for all", moved)
	}
}
