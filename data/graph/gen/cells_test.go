package gen

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Graphs of cells have the stated distribution: pairs are independent, with the probability of
// their cell, plus that of the rest.
func TestCellsLaw(t *testing.T) {
	labels := []int32{0, 1, 0, 1, 2}
	cells := []Cell{{A: 0, B: 0, Edges: 0.4}, {A: 0, B: 1, Edges: 1}, {A: 1, B: 1, Edges: 7}, {A: 1, B: 2, Edges: 0.5}}
	const rest = 1.5
	p := func(u, v int) float64 {
		for _, c := range cells {
			if a, b := min(labels[u], labels[v]), max(labels[u], labels[v]); a == c.A && b == c.B {
				pairs := map[int32]float64{0: 1, 1: 4, 2: 1, 3: 2}[c.A+c.B]
				return 1 - (1-min(1, c.Edges/pairs))*(1-rest/10)
			}
		}
		return rest / 10
	}
	const samples = 40_000
	seen, r := map[string]int{}, source(8)
	for range samples {
		g := must.Get(free.Cells(labels, 4, cells, rest, r))(t)
		seen[key(g)]++
	}
	if p := independent(5, p).follows(t, seen, samples); p < alpha {
		t.Errorf("p = %v", p)
	}
}

// Invalid cells are refused, and cells without pairs have no edges.
func TestCellsRefuse(t *testing.T) {
	labels, r := []int32{0, 0, 1}, source(1)
	for name, call := range map[string]func() error{
		"order":    func() error { _, err := free.Cells(labels, 2, []Cell{{A: 1, B: 0}}, 0, r); return err },
		"block":    func() error { _, err := free.Cells(labels, 1, nil, 0, r); return err },
		"blocks":   func() error { _, err := free.Cells(nil, 0, nil, 0, r); return err },
		"negative": func() error { _, err := free.Cells(labels, 2, []Cell{{Edges: -1}}, 0, r); return err },
		"NaN":      func() error { _, err := free.Cells(labels, 2, nil, math.NaN(), r); return err },
		"infinite": func() error { _, err := free.Cells(labels, 2, nil, math.Inf(1), r); return err },
		"twice":    func() error { _, err := free.Cells(labels, 2, []Cell{{Edges: 1}, {Edges: 1}}, 0, r); return err },
		"source":   func() error { _, err := free.Cells(labels, 2, nil, 0, nil); return err },
	} {
		if call() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if g, err := free.Cells(labels, 3, []Cell{{A: 1, B: 1, Edges: 5}, {A: 2, B: 2, Edges: 5}}, 0, r); err != nil || g.M() != 0 {
		t.Errorf("%d edges, %v", g.M(), err)
	}
	if g, err := free.Cells(nil, 3, nil, 4, r); err != nil || g.N() != 0 {
		t.Errorf("%d nodes, %v", g.N(), err)
	}
}
