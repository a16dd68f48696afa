package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// unbound is the capacity of a node without an effective constraint.
const unbound = int32(1<<31 - 1)

// residual is the rest of a graph: nodes with capacities and the edges between them.
type residual struct {
	room  []int32
	edges []graph.Edge // U < V, ascending, without duplicates
}

// residualOf returns a whole graph as a residual.
func residualOf(g *graph.Graph, cap int) residual {
	w := residual{room: slices.Repeat([]int32{int32(cap)}, g.N()), edges: make([]graph.Edge, 0, g.M())}
	for u, v := range g.Edges() {
		w.edges = append(w.edges, graph.Edge{U: u, V: v})
	}
	return w
}

// clear fixes edges until nothing changes, and returns the number of edges fixed at weight 1.
//
// A node with at most as many edges as its capacity is not constrained. An edge between two such
// nodes is in some optimal forest, so the two nodes are contracted, and parallel edges are merged.
// The only edge of a node weighs 1: the capacity that it uses at the other end is not lost, since
// other edges there give it up.
func (w *residual) clear() (fixed int) {
	for {
		joined, changed := w.join()
		pruned := w.prune()
		fixed += joined + pruned
		if !changed && pruned == 0 {
			return fixed
		}
	}
}

// join contracts edges between unconstrained nodes.
func (w *residual) join() (fixed int, changed bool) {
	degree := make([]int32, len(w.room))
	for _, e := range w.edges {
		degree[e.U]++
		degree[e.V]++
	}
	for u, d := range degree {
		if d <= w.room[u] && w.room[u] != unbound {
			w.room[u], changed = unbound, true
		}
	}
	sets := newSets(len(w.room))
	for _, e := range w.edges {
		if w.room[e.U] == unbound && w.room[e.V] == unbound && sets.join(e.U, e.V) {
			fixed++
		}
	}
	w.rename(func(u int32) int32 { return sets.find(u) })
	return fixed, changed || fixed > 0
}

// prune fixes edges to nodes of degree 1. If a node has no capacity left, its other edges weigh
// nothing.
func (w *residual) prune() (fixed int) {
	n := len(w.room)
	first, next := make([]int32, n+1), make([]int32, n)
	for _, e := range w.edges {
		first[e.U+1]++
		first[e.V+1]++
	}
	for u := range n {
		first[u+1] += first[u]
		next[u] = first[u]
	}
	at := make([]int32, 2*len(w.edges))
	for i, e := range w.edges {
		at[next[e.U]], at[next[e.V]] = int32(i), int32(i)
		next[e.U]++
		next[e.V]++
	}
	degree, gone := make([]int32, n), make([]bool, len(w.edges))
	var queue []int32
	for u := range int32(n) {
		if degree[u] = first[u+1] - first[u]; degree[u] == 1 {
			queue = append(queue, u)
		}
	}
	remove := func(i int32) {
		gone[i] = true
		for _, u := range [2]int32{w.edges[i].U, w.edges[i].V} {
			if degree[u]--; degree[u] == 1 {
				queue = append(queue, u)
			}
		}
	}
	for len(queue) > 0 {
		u := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if degree[u] != 1 {
			continue
		}
		i := first[u]
		for gone[at[i]] {
			i++
		}
		e := w.edges[at[i]]
		remove(at[i])
		fixed++
		for _, v := range [2]int32{e.U, e.V} {
			if w.room[v] == unbound {
				continue
			}
			if w.room[v]--; w.room[v] > 0 {
				continue
			}
			for _, k := range at[first[v]:first[v+1]] {
				if !gone[k] {
					remove(k)
				}
			}
		}
	}
	kept := w.edges[:0]
	for i, e := range w.edges {
		if !gone[i] {
			kept = append(kept, e)
		}
	}
	w.edges = kept
	w.rename(func(u int32) int32 { return u })
	return fixed
}

// rename renumbers the nodes that have edges, with one number for each set, and lists each edge
// between two sets once.
func (w *residual) rename(set func(int32) int32) {
	kept := w.edges[:0]
	number := make([]int32, len(w.room)) // of a set, from 1
	for _, e := range w.edges {
		e.U, e.V = set(e.U), set(e.V)
		if e.U != e.V {
			number[e.U], number[e.V] = 1, 1
			kept = append(kept, e)
		}
	}
	var room []int32
	for u, there := range number {
		if there > 0 {
			room = append(room, w.room[u])
			number[u] = int32(len(room))
		}
	}
	for i, e := range kept {
		a, b := number[e.U]-1, number[e.V]-1
		kept[i] = graph.Edge{U: min(a, b), V: max(a, b)}
	}
	byEnds := func(a, b graph.Edge) int {
		if a.U != b.U {
			return int(a.U) - int(b.U)
		}
		return int(a.V) - int(b.V)
	}
	if !slices.IsSortedFunc(kept, byEnds) {
		slices.SortFunc(kept, byEnds)
	}
	w.room, w.edges = room, slices.Compact(kept)
}

// sets are disjoint sets of nodes.
type sets []int32

func newSets(n int) sets {
	return lists.Upto[int32](n)
}

func (s sets) find(u int32) int32 {
	for s[u] != u {
		s[u] = s[s[u]]
		u = s[u]
	}
	return u
}

// join merges the sets of u and v, and reports whether they were different.
func (s sets) join(u, v int32) bool {
	u, v = s.find(u), s.find(v)
	s[max(u, v)] = min(u, v)
	return u != v
}
