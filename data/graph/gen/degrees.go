package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// WithDegrees samples a graph in which node u has degrees[u] neighbours, as far as a simple graph
// can: half-edges are joined in random pairs, and those that would form a self-loop or a duplicate
// are shuffled and joined again, as long as this helps. It also returns the number of unmatched
// half-edges. [Configuration] drops such pairs instead.
func (w *Watch) WithDegrees(degrees []int32, r *rand.Rand) (*graph.Graph, int, error) {
	n := len(degrees)
	if err := check(n, r); err != nil {
		return nil, 0, err
	}
	taken := NewPairSet(sum(degrees) / 2)
	edges, left, err := w.join(degrees, nil, taken, r)
	if err != nil {
		return nil, 0, err
	}
	g, err := w.Graph(n, edges)
	return g, len(left), err
}

func sum(degrees []int32) (all int) {
	for _, d := range degrees {
		all += int(max(d, 0))
	}
	return all
}

// join joins the half-edges of nodes to edges, avoiding those in taken, and returns the unmatched
// half-edges.
func (w *Watch) join(degrees []int32, edges []graph.Edge, taken *PairSet, r *rand.Rand) ([]graph.Edge, []int32, error) {
	n := len(degrees)
	var stubs []int32
	for u, d := range degrees {
		if d < 0 || int(d) >= max(n, 1) {
			return nil, nil, fmt.Errorf("gen: node %d: degree %d, want 0 … %d", u, d, n-1)
		}
		for range d {
			stubs = append(stubs, int32(u))
		}
	}
	edges = slices.Grow(edges, len(stubs)/2)
	w.Begin("joining edges")
	for rounds := 0; len(stubs) > 1 && rounds < 20 && w.Err() == nil; rounds++ {
		w.shuffle(stubs, r)
		left := stubs[:0]
		for i := 0; i+1 < len(stubs) && !w.Ended(len(edges), cap(edges)); i += 2 {
			u, v := stubs[i], stubs[i+1]
			if e := ordered(u, v); u != v && taken.Add(e) {
				edges = append(edges, e)
			} else {
				left = append(left, u, v)
			}
		}
		if len(stubs)%2 == 1 {
			left = append(left, stubs[len(stubs)-1])
		}
		stubs = left
	}
	return edges, stubs, w.Err()
}

// Beside samples a graph that contains the given distinct edges and in which node u has left[u]
// further neighbours. It joins half-edges like [Watch.WithDegrees]. Two unmatched ones replace a
// random edge by two edges, each from one of them to one of its ends.
func (w *Watch) Beside(edges []graph.Edge, left []int32, r *rand.Rand) (*graph.Graph, error) {
	if err := check(len(left), r); err != nil {
		return nil, err
	}
	taken := NewPairSet(len(edges) + sum(left)/2)
	for _, e := range edges {
		taken.Add(ordered(e.U, e.V))
	}
	edges, stubs, err := w.join(left, edges, taken, r)
	if err != nil {
		return nil, err
	}
	for tries := 100 * len(stubs); len(stubs) > 1 && tries > 0 && len(edges) > 0; tries-- {
		i, k := r.IntN(len(stubs)-1), r.IntN(len(edges))
		u, v, x, y := stubs[i], stubs[len(stubs)-1], edges[k].U, edges[k].V
		if u == x || v == y {
			continue
		}
		first, second := ordered(u, x), ordered(v, y)
		if first == second || taken.Has(first) || taken.Has(second) {
			continue
		}
		taken.Remove(ordered(x, y))
		taken.Add(first)
		taken.Add(second)
		edges[k], edges = first, append(edges, second)
		stubs[i] = stubs[len(stubs)-2]
		stubs = stubs[:len(stubs)-2]
	}
	return w.Graph(len(left), edges)
}

// NoneIsolated gives every node a uniform neighbour, then samples uniform pairs until there are m
// edges. There are more than m edges if the neighbours alone make more.
func (w *Watch) NoneIsolated(n, m int, r *rand.Rand) (*graph.Graph, error) {
	if err := check(n, r); err != nil {
		return nil, err
	}
	switch {
	case n < 2:
		return nil, fmt.Errorf("gen: %d nodes: want at least 2, so that each has a neighbour", n)
	case m < 0 || int64(m) > pairs(n):
		return nil, fmt.Errorf("gen: %d edges on %d nodes, want 0 … %d", m, n, pairs(n))
	}
	taken := NewPairSet(max(m, n))
	var edges []graph.Edge
	draw := func(u int32) {
		v := r.Int32N(int32(n - 1))
		if v >= u {
			v++
		}
		if e := ordered(u, v); taken.Add(e) {
			edges = append(edges, e)
		}
	}
	w.Begin("drawing edges")
	for u := int32(0); u < int32(n) && !w.Ended(len(edges), max(m, n)); u++ {
		draw(u) // a neighbour, new or already joined
	}
	for len(edges) < m && !w.Ended(len(edges), m) {
		draw(r.Int32N(int32(n)))
	}
	return w.Graph(n, edges)
}
