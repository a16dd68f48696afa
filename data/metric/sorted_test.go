package metric

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// Products with rows of every length around longRow, in several blocks, are those of the original
// matrix. Nodes with the same neighbours have the same scores to the last bit, so that ties are
// broken by number and not by rounding.
func TestSortedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	const hubs, leaves = 300, 9000
	var edges []graph.Edge
	for v := range int32(leaves) {
		near := rng.Perm(hubs)[:1+rng.IntN(2*longRow)]
		for _, w := range near { // two nodes with the same neighbours
			edges = append(edges, graph.Edge{U: int32(w), V: hubs + v}, graph.Edge{U: int32(w), V: hubs + leaves + v})
		}
	}
	g, _ := must.Two(graph.FromEdges(hubs+2*leaves, edges, graph.Options{}))(t)
	offsets, targets := g.CSR()
	s := newSorted(offsets, targets)
	if len(s.cuts) < 10 {
		t.Fatalf("%d blocks", len(s.cuts)-1)
	}
	x, want, got := make([]float64, g.N()), make([]float64, g.N()), make([]float64, g.N())
	for u := range x {
		x[u] = rng.Float64()
	}
	for u := range want {
		for _, v := range targets[offsets[u]:offsets[u+1]] {
			want[u] += x[v]
		}
	}
	ordered := make([]float64, g.N())
	for i, u := range s.order {
		ordered[i] = x[u]
	}
	s.times(got, ordered)
	for u, sum := range s.unsort(got) {
		near(t, "sum", sum, want[u])
	}
	rank := must.Get(PageRank(g, 0.85))(t)
	score, _ := must.Two(Eigenvector(context.Background(), g))(t)
	for v := hubs; v < hubs+leaves; v++ {
		if rank[v] != rank[v+leaves] || score[v] != score[v+leaves] {
			t.Fatalf("nodes %d and %d have the same neighbours, PageRank %v and %v, eigenvector %v and %v", v, v+leaves, rank[v], rank[v+leaves], score[v], score[v+leaves])
		}
	}
}
