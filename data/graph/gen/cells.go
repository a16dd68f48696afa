package gen

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Cell is the expected number of edges between two blocks, or within one if A is B.
type Cell struct {
	A     int32   `json:"a"`
	B     int32   `json:"b"`
	Edges float64 `json:"edges"` // expected number
}

// Cells samples a graph of blocks, where labels are the blocks of the nodes. The pairs of a cell
// are edges independently with equal probability: their number is binomial with mean Edges, or all
// of them if Edges is larger. In addition, all pairs of nodes are edges with equal probability,
// with mean number rest. It takes time linear in nodes, cells and edges, without a dense matrix of
// blocks.
func (w *Watch) Cells(labels []int32, blocks int, cells []Cell, rest float64, r *rand.Rand) (*graph.Graph, error) {
	n := len(labels)
	if err := check(n, r); err != nil {
		return nil, err
	}
	if blocks < 1 || blocks > graph.MaxNodes {
		return nil, fmt.Errorf("gen: %d blocks, want 1 … %d", blocks, graph.MaxNodes)
	}
	groups := make([]group, blocks)
	for u, b := range labels {
		if b < 0 || int(b) >= blocks {
			return nil, fmt.Errorf("gen: node %d is in block %d, want 0 … %d", u, b, blocks-1)
		}
		groups[b].nodes = append(groups[b].nodes, int32(u))
	}
	if !(rest >= 0) || math.IsInf(rest, 0) {
		return nil, fmt.Errorf("gen: %v edges in addition to the cells': must be finite and at least 0", rest)
	}
	total := rest
	seen := NewPairSet(len(cells))
	for _, c := range cells {
		switch {
		case c.A < 0 || c.B < c.A || int(c.B) >= blocks:
			return nil, fmt.Errorf("gen: cell of blocks %d and %d: want 0 … %d, the smaller first", c.A, c.B, blocks-1)
		case !(c.Edges >= 0) || math.IsInf(c.Edges, 0):
			return nil, fmt.Errorf("gen: %v edges between blocks %d and %d: must be finite and at least 0", c.Edges, c.A, c.B)
		case !seen.Add(graph.Edge{U: c.A, V: c.B + 1}): // a pair of different numbers, as the set requires
			return nil, fmt.Errorf("gen: blocks %d and %d have two cells", c.A, c.B)
		}
		total += c.Edges
	}
	edges := make([]graph.Edge, 0, int(min(total, float64(pairs(n)))))
	w.Begin("drawing edges")
	take := func(e graph.Edge) bool {
		edges = append(edges, e)
		return !w.Ended(len(edges), cap(edges))
	}
	for _, c := range cells {
		a, b := groups[c.A], groups[c.B]
		if p := share(c.Edges, capacity(a, b, c.A == c.B)); c.A == c.B {
			within(a, p, r, take)
		} else {
			between(a, b, p, r, take)
		}
	}
	if p := share(rest, pairs(n)); p > 0 && w.Err() == nil {
		drawn := NewPairSet(len(edges) + int(1.1*p*float64(pairs(n))) + 64)
		for _, e := range edges {
			drawn.Add(e)
		}
		all := group{nodes: make([]int32, n)}
		for u := range all.nodes {
			all.nodes[u] = int32(u)
		}
		within(all, p, r, func(e graph.Edge) bool {
			return drawn.Has(e) || take(e) // within yields each pair once
		})
	}
	return w.Graph(n, edges)
}

// share returns the probability for which pairs have that many edges in expectation.
func share(edges float64, pairs int64) float64 {
	if pairs == 0 || edges == 0 {
		return 0
	}
	return min(1, edges/float64(pairs))
}

// capacity returns the number of node pairs between two groups, or within one.
func capacity(a, b group, same bool) int64 {
	if same {
		return pairs(len(a.nodes))
	}
	return int64(len(a.nodes)) * int64(len(b.nodes))
}
