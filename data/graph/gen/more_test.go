package gen

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// All sets of free pairs are equally likely, with few and with many free pairs; edges of either
// graph are excluded.
func TestMore(t *testing.T) {
	of := func(n int, list ...graph.Edge) *graph.Graph {
		return must.Get(undirected(n, list))(t)
	}
	path, ends := of(5, graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}), of(5, graph.Edge{U: 1, V: 2}, graph.Edge{U: 3, V: 4})
	for more, others := range map[int]float64{-1: 1, 0: 1, 1: 7, 2: 21, 4: 35, 7: 1, 9: 1} { // of 10 pairs 3 are taken
		const samples = 4000
		r, seen := source(uint64(more+2)), map[string]int{}
		for range samples {
			g := must.Get(free.More(path, more, ends, r))(t)
			if g.M() != 2+min(max(more, 0), 7) || !g.HasEdge(0, 1) || !g.HasEdge(1, 2) || g.HasEdge(3, 4) {
				t.Fatalf("%d more: %s", more, key(g))
			}
			seen[key(g)]++
		}
		l := law{}
		for k := range seen {
			l[k] = 1 / others
		}
		if len(seen) != int(math.Round(others)) || others > 1 && l.follows(t, seen, samples) < alpha {
			t.Errorf("%d more: %v", more, seen)
		}
	}
	arcs, _ := must.Two(graph.FromEdges(5, nil, graph.Options{Directed: true}))(t)
	for _, pair := range [][2]*graph.Graph{{nil, path}, {path, nil}, {path, of(4)}, {arcs, path}, {path, arcs}} {
		if _, err := free.More(pair[0], 1, pair[1], source(1)); err == nil {
			t.Errorf("%v are accepted", pair)
		}
	}
	if _, err := free.More(path, 1, ends, nil); err == nil {
		t.Error("no source is accepted")
	}
}
