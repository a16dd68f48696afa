package facts

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// wiring is a graph for degree-preserving edge swaps.
type wiring struct {
	arcs      [][]arc
	ends      [][2]int32 // ends of each edge
	triangles int
	mark      []int32 // round in which a node was last visited
	round     int32
	queue     []int32
}

// arc is an edge seen from one end.
type arc struct{ to, edge int32 }

// wire realises a degree sequence as nearly as a simple graph can, joining largest to largest
// [Havel-Hakimi].
func wire(degrees []int) *wiring {
	n := len(degrees)
	w := &wiring{arcs: make([][]arc, n), mark: make([]int32, n)}
	left, order := slices.Clone(degrees), make([]int32, n)
	for u := range order {
		order[u] = int32(u)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return left[b] - left[a] })
	for len(order) > 0 {
		u := order[0]
		order = order[1:]
		k := 0
		for ; k < len(order) && left[u] > 0 && left[order[k]] > 0; k++ {
			v := order[k]
			w.ends = append(w.ends, [2]int32{u, v})
			w.join(int32(len(w.ends)-1), u, v)
			left[u]--
			left[v]--
		}
		reorder(order, k, left)
	}
	return w
}

// reorder restores the descending order of a sorted list whose first k values were reduced by one:
// only the last of these move, behind those of equal value.
func reorder(order []int32, k int, left []int) {
	if k == 0 || k == len(order) || left[order[k-1]] >= left[order[k]] {
		return
	}
	begin, end, had := k-1, k+1, left[order[k]]
	for begin > 0 && left[order[begin-1]] < had {
		begin--
	}
	for end < len(order) && left[order[end]] == had {
		end++
	}
	low := slices.Clone(order[begin:k])
	copy(order[begin:], order[k:end])
	copy(order[end-len(low):], low)
}

func (w *wiring) clone() *wiring {
	c := &wiring{arcs: make([][]arc, len(w.arcs)), ends: slices.Clone(w.ends), triangles: w.triangles, mark: make([]int32, len(w.mark))}
	for u, list := range w.arcs {
		c.arcs[u] = slices.Clone(list)
	}
	return c
}

// joined reports whether two nodes are adjacent.
func (w *wiring) joined(u, v int32) bool {
	if len(w.arcs[v]) < len(w.arcs[u]) {
		u, v = v, u
	}
	return slices.ContainsFunc(w.arcs[u], func(a arc) bool { return a.to == v })
}

// common counts the common neighbours of two nodes.
func (w *wiring) common(u, v int32) (count int) {
	w.round++
	for _, a := range w.arcs[u] {
		w.mark[a.to] = w.round
	}
	for _, a := range w.arcs[v] {
		if w.mark[a.to] == w.round {
			count++
		}
	}
	return count
}

func (w *wiring) join(edge, u, v int32) {
	w.triangles += w.common(u, v)
	w.link(edge, u, v)
}

// link adds an edge without updating the triangle count.
func (w *wiring) link(edge, u, v int32) {
	w.ends[edge] = [2]int32{u, v}
	w.arcs[u], w.arcs[v] = append(w.arcs[u], arc{v, edge}), append(w.arcs[v], arc{u, edge})
}

func (w *wiring) part(edge int32) {
	u, v := w.ends[edge][0], w.ends[edge][1]
	w.unlink(edge)
	w.triangles -= w.common(u, v)
}

// unlink removes an edge without updating the triangle count.
func (w *wiring) unlink(edge int32) {
	u, v := w.ends[edge][0], w.ends[edge][1]
	for _, end := range [2]int32{u, v} {
		list := w.arcs[end]
		at := slices.IndexFunc(list, func(a arc) bool { return a.edge == edge })
		list[at] = list[len(list)-1]
		w.arcs[end] = list[:len(list)-1]
	}
}

// components counts the connected components.
func (w *wiring) components() (count int) {
	w.round++
	for u := range int32(len(w.arcs)) {
		if w.mark[u] == w.round {
			continue
		}
		count++
		w.mark[u] = w.round
		w.queue = append(w.queue[:0], u)
		for len(w.queue) > 0 {
			last := w.queue[len(w.queue)-1]
			w.queue = w.queue[:len(w.queue)-1]
			for _, a := range w.arcs[last] {
				if w.mark[a.to] != w.round {
					w.mark[a.to] = w.round
					w.queue = append(w.queue, a.to)
				}
			}
		}
	}
	return count
}

// more returns by how much the swap of {a, b}, {c, d} to {a, c}, {b, d}, already made on edges i
// and j, increased the number of components. It searches for paths between the four nodes without
// these edges.
func (w *wiring) more(i, j, a, b, c, d int32) int {
	ends, of := [4]int32{a, b, c, d}, [4]int{}
	w.round++
	for s, left := 0, 4; left > 0; s++ {
		if of[s] > 0 {
			continue
		}
		meet := func(u int32) {
			if at := slices.Index(ends[:], u); at >= 0 {
				of[at] = s + 1
				left--
			}
			w.mark[u], w.queue = w.round, append(w.queue, u)
		}
		w.queue = w.queue[:0]
		meet(ends[s])
		for k := 0; k < len(w.queue) && left > 0; k++ {
			for _, x := range w.arcs[w.queue[k]] {
				if w.mark[x.to] != w.round && x.edge != i && x.edge != j {
					meet(x.to)
				}
			}
		}
	}
	joined := func(x, y, z, t int) int { // components of the four nodes, with two edges
		if of[x] == of[z] || of[x] == of[t] || of[y] == of[z] || of[y] == of[t] {
			return 1
		}
		return 2
	}
	return joined(0, 2, 1, 3) - joined(0, 1, 2, 3)
}

// propose draws two edges {a, b} and {c, d} to swap into {a, c} and {b, d}: at random, or such that
// a and c have a common neighbour.
func (w *wiring) propose(r *rand.Rand) (i, j, a, b, c, d int32) {
	i = int32(r.IntN(len(w.ends)))
	a, b = w.ends[i][0], w.ends[i][1]
	if r.IntN(2) == 0 {
		a, b = b, a
	}
	if r.IntN(2) == 0 {
		j = int32(r.IntN(len(w.ends)))
		return i, j, a, b, w.ends[j][0], w.ends[j][1]
	}
	any := func(u int32) arc { return w.arcs[u][r.IntN(len(w.arcs[u]))] }
	c = any(any(a).to).to
	second := any(c)
	return i, second.edge, a, b, c, second.to
}

// shuffle makes random edge swaps, times per edge.
func (w *wiring) shuffle(ctx context.Context, times int, r *rand.Rand) error {
	return w.anneal(ctx, times, func() float64 { return 0 }, 0, 0, r)
}

// proposals limits the proposals on a graph times its nodes and edges: large graphs get fewer per
// edge.
const proposals = 1 << 31

// anneal makes edge swaps by simulated annealing, with times proposals per edge. The cost is price
// plus component for each component missing or too many.
func (w *wiring) anneal(ctx context.Context, times int, price func() float64, component float64, components int, r *rand.Rand) error {
	if len(w.ends) < 2 {
		return nil
	}
	count := 0
	apart := func(count int) float64 { return component * math.Abs(float64(count-components)) }
	cost := [2]float64{price(), 0}
	if component > 0 {
		count = w.components()
		cost[1] = apart(count)
	}
	total := min(times*len(w.ends), proposals/(len(w.arcs)+len(w.ends)))
	for k := range total {
		if k%256 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		i, j, a, b, c, d := w.propose(r)
		if i == j || a == c || a == d || b == c || b == d {
			continue
		}
		if w.joined(a, c) || w.joined(b, d) {
			continue
		}
		before := w.triangles
		w.part(i)
		w.part(j)
		w.join(i, a, c)
		w.join(j, b, d)
		left := 1 - float64(k)/float64(total)
		room := (left*left + 1e-9) * r.ExpFloat64() // P(room > x) = exp(-x/left²)
		next := [2]float64{price(), 0}
		more, changed := next[0]-cost[0], 0
		if component > 0 && more-component <= room { // a swap changes the number of components by at most one
			changed = w.more(i, j, a, b, c, d)
			next[1] = apart(count + changed)
			more += next[1] - cost[1]
		}
		if more <= room {
			cost = next
			count += changed
			continue
		}
		w.unlink(i)
		w.unlink(j)
		w.link(i, a, b)
		w.link(j, c, d)
		w.triangles = before
	}
	return nil
}

func (w *wiring) graph() (*graph.Graph, error) {
	edges := lists.Map(w.ends, func(e [2]int32) graph.Edge { return graph.Edge{U: e[0], V: e[1]} })
	g, _, err := graph.FromEdges(len(w.arcs), edges, graph.Options{})
	return g, err
}
