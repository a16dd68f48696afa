package graph

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Undirected returns the underlying undirected graph: an edge {u,v} for every arc between u and v.
// It returns g itself if g is undirected.
func (g *Graph) Undirected() *Graph {
	if !g.Directed() {
		return g
	}
	n := g.N()
	offsets := make([]int64, n+1)
	parallel.Blocks(n, blockSize, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			offsets[u+1] = int64(unionSize(g.out.row(int32(u)), g.in.row(int32(u))))
		}
	})
	for u := range n {
		offsets[u+1] += offsets[u]
	}
	targets := make([]int32, offsets[n])
	parallel.Blocks(n, blockSize, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			union(targets[offsets[u]:offsets[u+1]], g.out.row(int32(u)), g.in.row(int32(u)))
		}
	})
	both := rows{offsets, targets}
	return &Graph{out: both, in: both}
}

// unionSize returns the number of values in a or b, both strictly ascending.
func unionSize(a, b []int32) int {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
		if x == y {
			common++
		}
	}
	return len(a) + len(b) - common
}

// union merges a and b into dst, which has length unionSize(a, b).
func union(dst, a, b []int32) {
	for len(a) > 0 && len(b) > 0 {
		x, y := a[0], b[0]
		dst[0] = min(x, y)
		dst = dst[1:]
		if x <= y {
			a = a[1:]
		}
		if y <= x {
			b = b[1:]
		}
	}
	copy(dst[copy(dst, a):], b)
}

// Induced returns the subgraph induced by the given nodes. Node i of the result is nodes[i] of g:
// the order of nodes is the order of the new ids. A repeated or invalid node is an error.
func (g *Graph) Induced(nodes []int32) (*Graph, error) {
	const absent = -1
	g = g.orEmpty()
	id := make([]int32, g.N()) // subgraph id of each node of g
	for i := range id {
		id[i] = absent
	}
	for i, u := range nodes {
		if u < 0 || int(u) >= g.N() {
			return nil, fmt.Errorf("graph: induced subgraph: node %d at position %d is not in 0 … %d", u, i, g.N()-1)
		}
		if id[u] != absent {
			return nil, fmt.Errorf("graph: induced subgraph: node %d is at positions %d and %d", u, id[u], i)
		}
		id[u] = int32(i)
	}
	out := g.out.induced(nodes, id)
	sub := &Graph{directed: g.directed, out: out, in: out}
	if g.directed {
		sub.in = g.in.induced(nodes, id)
	}
	return sub, nil
}

// induced keeps the rows of nodes and the columns with id ≥ 0, renumbered.
func (r rows) induced(nodes, id []int32) rows {
	n := len(nodes)
	s := rows{offsets: make([]int64, n+1)}
	parallel.Blocks(n, blockSize, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			for _, v := range r.row(nodes[i]) {
				if id[v] >= 0 {
					s.offsets[i+1]++
				}
			}
		}
	})
	for i := range n {
		s.offsets[i+1] += s.offsets[i]
	}
	s.targets = make([]int32, s.offsets[n])
	parallel.Blocks(n, blockSize, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := s.row(int32(i))
			k := 0
			for _, v := range r.row(nodes[i]) {
				if id[v] >= 0 {
					row[k] = id[v]
					k++
				}
			}
			slices.Sort(row)
		}
	})
	return s
}
