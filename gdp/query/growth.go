package query

import "slices"

// A growth is a forest in a residual that respects the capacities of nodes, with the state of the
// search for exchanges that enlarge it [FR94].
type growth struct {
	residual
	first []int32   // index in at of the edges of a node
	at    []int32   // edges by node
	in    []bool    // whether an edge is in the forest
	of    [][]int32 // forest edges of a node

	up, level, tree []int32 // of the rooted trees: the edge to the parent, the depth, the root
	piece           sets    // sets of nodes within which the forest can be exchanged
	top             []int32 // of a piece: its node nearest to the root
	good            []bool  // nodes with free capacity, or where an exchange can free some
	because         []int32 // the edge whose exchange frees capacity at a good node
	queue           []int32
}

func newGrowth(w residual) *growth {
	n := len(w.room)
	f := &growth{residual: w, first: make([]int32, n+1), at: make([]int32, 2*len(w.edges)), in: make([]bool, len(w.edges)), of: make([][]int32, n)}
	for _, e := range w.edges {
		f.first[e.U+1]++
		f.first[e.V+1]++
	}
	for u := range n {
		f.first[u+1] += f.first[u]
	}
	next := slices.Clone(f.first)
	for i, e := range w.edges {
		f.at[next[e.U]], f.at[next[e.V]] = int32(i), int32(i)
		next[e.U]++
		next[e.V]++
	}
	f.up, f.level, f.tree = make([]int32, n), make([]int32, n), make([]int32, n)
	f.top, f.good, f.because = make([]int32, n), make([]bool, n), make([]int32, n)
	return f
}

// across returns the other end of an edge.
func (f *growth) across(i, u int32) int32 { return f.edges[i].U ^ f.edges[i].V ^ u }

func (f *growth) hasRoom(u int32) bool { return len(f.of[u]) < int(f.room[u]) }

// put adds an edge to the forest or removes it.
func (f *growth) put(i int32, in bool) {
	f.in[i] = in
	for _, u := range [2]int32{f.edges[i].U, f.edges[i].V} {
		if in {
			f.of[u] = append(f.of[u], i)
		} else {
			k := slices.Index(f.of[u], i)
			f.of[u] = slices.Delete(f.of[u], k, k+1)
		}
	}
}

// begin builds a forest greedily, in the given order of edges.
func (f *growth) begin(order []int32) (size int) {
	clear(f.in)
	for u := range f.of {
		f.of[u] = f.of[u][:0]
	}
	trees := newSets(len(f.room))
	for _, i := range order {
		e := f.edges[i]
		if f.hasRoom(e.U) && f.hasRoom(e.V) && trees.join(e.U, e.V) {
			f.put(i, true)
			size++
		}
	}
	return size
}

// size returns the number of edges of the forest, or 0 if it has a cycle or exceeds a capacity.
func (f *growth) size() (size int) {
	trees := newSets(len(f.room))
	used := make([]int32, len(f.room))
	for i, e := range f.edges {
		if !f.in[i] {
			continue
		}
		used[e.U]++
		used[e.V]++
		if used[e.U] > f.room[e.U] || used[e.V] > f.room[e.V] || !trees.join(e.U, e.V) {
			return 0
		}
		size++
	}
	return size
}

// root computes the rooted trees of the forest, and the pieces that remain without the saturated
// nodes.
func (f *growth) root() {
	for u := range f.tree {
		f.tree[u] = -1
	}
	f.piece = newSets(len(f.room))
	for r := range int32(len(f.room)) {
		f.top[r], f.good[r], f.because[r] = r, f.hasRoom(r), -1
		if f.tree[r] >= 0 {
			continue
		}
		f.tree[r], f.level[r], f.up[r] = r, 0, -1
		f.queue = append(f.queue[:0], r)
		for len(f.queue) > 0 {
			u := f.queue[len(f.queue)-1]
			f.queue = f.queue[:len(f.queue)-1]
			for _, i := range f.of[u] {
				if v := f.across(i, u); i != f.up[u] {
					f.tree[v], f.level[v], f.up[v] = r, f.level[u]+1, i
					f.queue = append(f.queue, v)
				}
			}
		}
	}
	for u, i := range f.up {
		if i >= 0 && f.good[u] && f.good[f.across(i, int32(u))] {
			f.unite(int32(u), f.across(i, int32(u)))
		}
	}
}

// unite merges the pieces of two nodes.
func (f *growth) unite(u, v int32) {
	a, b := f.topOf(u), f.topOf(v)
	f.piece.join(u, v)
	if f.level[a] > f.level[b] {
		a = b
	}
	f.top[f.piece.find(u)] = a
}

func (f *growth) topOf(u int32) int32 { return f.top[f.piece.find(u)] }

// grow adds an edge to the forest, possibly after exchanges, or reports false if that is
// impossible. The bad nodes then prove it: without them, no edge joins two different pieces.
func (f *growth) grow() bool {
	f.root()
	for i := range int32(len(f.edges)) {
		f.queue = append(f.queue[:0], i)
		for len(f.queue) > 0 {
			k := f.queue[len(f.queue)-1]
			f.queue = f.queue[:len(f.queue)-1]
			e := f.edges[k]
			if f.in[k] || !f.good[e.U] || !f.good[e.V] || f.piece.find(e.U) == f.piece.find(e.V) {
				continue
			}
			if f.tree[e.U] != f.tree[e.V] {
				f.makeRoom(e.U)
				f.makeRoom(e.V)
				f.put(k, true)
				return true
			}
			f.close(k)
		}
	}
	return false
}

// close merges all nodes on the cycle that edge k closes with the forest: exchanging a cycle edge
// at a node for k frees capacity there.
func (f *growth) close(k int32) {
	u, v := f.topOf(f.edges[k].U), f.topOf(f.edges[k].V)
	for u != v {
		if f.level[u] < f.level[v] {
			u, v = v, u
		}
		w := f.across(f.up[u], u) // not in the piece of u
		if !f.good[w] {
			f.good[w], f.because[w] = true, k
			f.queue = append(f.queue, f.at[f.first[w]:f.first[w+1]]...)
			for _, i := range f.of[w] {
				if x := f.across(i, w); f.good[x] {
					f.unite(w, x)
				}
			}
		}
		f.unite(u, w)
		u = f.topOf(u)
		v = f.topOf(v)
	}
}

// makeRoom frees capacity at a good node. It exchanges one of the node's edges on a cycle for the
// edge that closes the cycle, after freeing capacity at that edge's ends.
func (f *growth) makeRoom(u int32) {
	if f.hasRoom(u) {
		return
	}
	k := f.because[u]
	a, b := f.edges[k].U, f.edges[k].V
	f.makeRoom(a)
	f.makeRoom(b)
	path := f.path(a, b)
	for _, i := range path {
		if f.edges[i].U == u || f.edges[i].V == u {
			f.put(i, false)
			f.put(k, true)
			return
		}
	}
}

// path returns the edges of the path between two nodes in the forest.
func (f *growth) path(a, b int32) []int32 {
	type step struct{ node, from, edge int32 }
	list := []step{{a, -1, -1}}
	for at := 0; at < len(list); at++ {
		s := list[at]
		if s.node == b {
			var way []int32
			for ; s.from >= 0; s = list[s.from] {
				way = append(way, s.edge)
			}
			return way
		}
		for _, i := range f.of[s.node] {
			if i != s.edge {
				list = append(list, step{f.across(i, s.node), int32(at), i})
			}
		}
	}
	return nil
}
