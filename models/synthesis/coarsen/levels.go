package coarsen

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// contraction contracts a graph level by level.
type contraction struct {
	graph    *weighted
	clusters []int32 // of each node of the original graph
	k        int     // target number of nodes
	// sets chooses what to contract next: disjoint sets of at least two nodes that together remove
	// no more than the given number of nodes.
	sets func(w *weighted, fewer int) [][]int32
	// after is called after every level with the parts of the previous graph and the new graph.
	after func(part []int32, w *weighted) error
}

// run contracts until there are k nodes.
func (c *contraction) run(ctx context.Context, g *graph.Graph) (*dpgs.SummaryGraph, error) {
	c.graph, c.clusters = weightedOf(g), graph.Nodes(g.N())
	for c.graph.n() > c.k {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sets, fewer := c.isolated(), c.graph.n()-c.k
		for _, s := range sets {
			fewer -= len(s) - 1
		}
		if fewer > 0 {
			sets = append(sets, c.sets(c.graph, fewer)...)
		}
		if len(sets) == 0 {
			return nil, errStuck
		}
		if err := c.contract(sets); err != nil {
			return nil, err
		}
	}
	return counted(g, c.clusters, c.k), nil
}

// isolated returns one set of all isolated nodes, which stand for contracted components. A
// connected graph has none. Contracting it costs nothing under any measure along edges, so it comes
// first. Otherwise no number of nodes below that of components could be reached, and one just above
// would destroy the largest component.
func (c *contraction) isolated() [][]int32 {
	var set []int32
	for u, row := range c.graph.rows {
		if len(row) == 0 && len(set) <= c.graph.n()-c.k {
			set = append(set, int32(u))
		}
	}
	if len(set) < 2 {
		return nil
	}
	return [][]int32{set}
}

// contract merges each set into one node. Parts are in the order of their first nodes.
func (c *contraction) contract(sets [][]int32) error {
	n := c.graph.n()
	set, part, first := make([]int, n), make([]int32, n), make([]int32, len(sets)+1)
	for i, s := range sets {
		for _, u := range s {
			set[u] = i + 1
		}
	}
	for i := range first {
		first[i] = -1
	}
	k := int32(0)
	for u := range part {
		s := set[u]
		if s == 0 || first[s] < 0 {
			part[u], k = k, k+1
			if s > 0 {
				first[s] = part[u]
			}
			continue
		}
		part[u] = first[s]
	}
	c.graph = c.graph.contracted(part, int(k))
	for u, p := range c.clusters {
		c.clusters[u] = part[p]
	}
	if c.after == nil {
		return nil
	}
	return c.after(part, c.graph)
}

// heapOf is a heap with the least element first.
type heapOf[T any] struct {
	list []T
	less func(a, b T) bool
}

func (h *heapOf[T]) Len() int           { return len(h.list) }
func (h *heapOf[T]) Less(i, j int) bool { return h.less(h.list[i], h.list[j]) }
func (h *heapOf[T]) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *heapOf[T]) Push(x any)         { h.list = append(h.list, x.(T)) }
func (h *heapOf[T]) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}
