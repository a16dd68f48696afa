package partition

import (
	"container/heap"
	"math/rand/v2"
	"slices"
)

// grow grows side 0 from a random node to the given weight. The next node is the one that adds
// fewest cut edges, or a random one if a component ends.
func grow(w *weighted, weight int64, r *rand.Rand) []int8 {
	side := slices.Repeat([]int8{1}, w.n())
	gain := make([]int64, w.n()) // gain of adding a node: edges to the inside minus edges to the outside
	for u := range gain {
		for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
			gain[u] -= w.edge[k]
		}
	}
	var q queue
	order, next := r.Perm(w.n()), 0
	for grown := int64(0); grown < weight; {
		u := int32(-1)
		if e, ok := q.top(func(e entry) bool { return side[e.u] == 1 && gain[e.u] == e.gain }); ok {
			u = e.u
			heap.Pop(&q)
		}
		for u < 0 && next < len(order) {
			if v := int32(order[next]); side[v] == 1 {
				u = v
			}
			next++
		}
		if u < 0 {
			break
		}
		if grown > 0 && grown+w.node[u]-weight > weight-grown { // farther from the target weight than without it
			break
		}
		side[u] = 0
		grown += w.node[u]
		for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
			if v := w.to[k]; side[v] == 1 {
				gain[v] += 2 * w.edge[k]
				heap.Push(&q, entry{gain[v], v})
			}
		}
	}
	return side
}
