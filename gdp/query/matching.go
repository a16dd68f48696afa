package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// fractionalEdges returns the largest total weight F of the edges if each weighs at most 1 and the
// edges at a node at most cap. F is a multiple of ½.
//
// A node with at most cap edges is not constrained: all its edges can weigh 1, since weight moved
// to them from other edges of their other ends is not lost. Such nodes are peeled off one after the
// other, with the capacity that they use at their neighbours. Little is left of real graphs. There
// F is half a maximum flow through two copies of the nodes, left and right: each edge {u,v} is an
// arc from left u to right v and one from left v to right u.
func fractionalEdges(g *graph.Graph, cap int) float64 {
	kernel, left, weight := peel(g, cap)
	return float64(weight) + float64(matched(kernel, left))/2
}

// peel fixes edges at unconstrained nodes until there are none. It returns the remaining graph, the
// remaining capacities, and the fixed weight.
func peel(g *graph.Graph, cap int) (kernel *graph.Graph, left []int, weight int) {
	n := g.N()
	left = make([]int, n)
	degree := make([]int, n) // edges to remaining nodes
	gone := make([]bool, n)
	var queue []int32
	for u := range n {
		left[u], degree[u] = cap, g.Degree(int32(u))
		if degree[u] <= cap {
			queue = append(queue, int32(u))
		}
	}
	for len(queue) > 0 {
		u := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if gone[u] {
			continue
		}
		gone[u] = true
		for _, v := range g.Neighbors(u) {
			if gone[v] {
				continue
			}
			weight++
			left[v]--
			degree[v]--
			if left[v] > 0 {
				continue
			}
			gone[v] = true // full: its other edges weigh nothing
			for _, w := range g.Neighbors(v) {
				degree[w]--
				if !gone[w] && degree[w] <= left[w] {
					queue = append(queue, w)
				}
			}
		}
	}
	var rest []int32
	for u := range int32(n) {
		if !gone[u] {
			rest = append(rest, u)
		}
	}
	kernel, err := g.Induced(rest)
	if err != nil {
		panic(err) // rest names nodes of g once each
	}
	for i, u := range rest {
		left[i] = left[u]
	}
	return kernel, left[:len(rest)], weight
}

// matched returns the maximum flow from the left to the right copies of the nodes. Arcs carry one
// unit; a node sends and receives at most its capacity.
func matched(g *graph.Graph, capacity []int) (total int64) {
	n := g.N()
	offsets, targets := g.CSR()
	arcs := int64(len(targets))
	from, to := slices.Clone(offsets), slices.Clone(targets) // of left nodes, then of right ones
	for i := range to {
		to[i] += int32(n)
	}
	for _, end := range offsets[1:] {
		from = append(from, arcs+end)
	}
	s := newShares(from, append(to, targets...))
	for i := range arcs {
		s.part[i] = 1
	}
	for u, c := range capacity {
		s.load[u], s.load[n+u] = int64(c), -int64(c)
	}
	s.settle(0)
	for u, c := range capacity {
		total += int64(c) - s.load[u]
	}
	return total
}
