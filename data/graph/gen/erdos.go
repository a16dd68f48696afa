package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// GNM samples a graph with n nodes and m edges, uniformly.
func GNM(n, m int, r *rand.Rand) (*graph.Graph, error) { return free.GNM(n, m, r) }

// GNM is [GNM] with a watch.
func (w *Watch) GNM(n, m int, r *rand.Rand) (*graph.Graph, error) {
	if err := check(n, r); err != nil {
		return nil, err
	}
	all := pairs(n)
	if m < 0 || int64(m) > all {
		return nil, fmt.Errorf("gen: %d edges on %d nodes, want 0 … %d", m, n, all)
	}
	// Sample the edges or the non-edges, whichever are fewer.
	drawn, invert := m, false
	if int64(m) > all/2 {
		drawn, invert = int(all-int64(m)), true
	}
	set := NewPairSet(drawn)
	edges := make([]graph.Edge, 0, m)
	w.Begin("drawing edges")
	for set.size < drawn && !w.Ended(set.size, drawn) {
		if e := randomPair(n, r); set.Add(e) && !invert {
			edges = append(edges, e)
		}
	}
	if invert && w.Err() == nil {
		for v := int32(1); v < int32(n); v++ {
			for u := range v {
				if e := (graph.Edge{U: u, V: v}); !set.Has(e) {
					edges = append(edges, e)
				}
			}
		}
	}
	return w.Graph(n, edges)
}

// randomPair samples a pair of different nodes uniformly, the smaller first.
func randomPair(n int, r *rand.Rand) graph.Edge {
	u, v := r.Int32N(int32(n)), r.Int32N(int32(n-1))
	if v >= u {
		v++
	}
	return graph.Edge{U: min(u, v), V: max(u, v)}
}

// GNP samples a graph in which each pair of n nodes is joined with probability p, independently.
func GNP(n int, p float64, r *rand.Rand) (*graph.Graph, error) { return free.GNP(n, p, r) }

// GNP is [GNP] with a watch.
func (w *Watch) GNP(n int, p float64, r *rand.Rand) (*graph.Graph, error) {
	if err := check(n, r); err != nil {
		return nil, err
	}
	if err := probability("p", p); err != nil {
		return nil, err
	}
	nodes := graph.Nodes(n)
	var edges []graph.Edge
	w.Begin("drawing edges")
	all := int(p * float64(pairs(n)))
	within(group{nodes: nodes}, p, r, func(e graph.Edge) bool {
		edges = append(edges, e)
		return !w.Ended(len(edges), all)
	})
	return w.Graph(n, edges)
}
