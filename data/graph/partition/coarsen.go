package partition

import (
	"math/rand/v2"
	"slices"
)

// coarsen matches nodes along heavy edges and contracts each pair. It returns the coarse graph, and
// the coarse node of each node. A node of weight most or more stays single.
func coarsen(w *weighted, most int64, r *rand.Rand) (coarse *weighted, into []int32) {
	n := w.n()
	mate := slices.Repeat([]int32{-1}, n)
	for _, i := range r.Perm(n) {
		u := int32(i)
		if mate[u] >= 0 {
			continue
		}
		best, heaviest := u, int64(0)
		for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
			if v := w.to[k]; mate[v] < 0 && v != u && w.edge[k] > heaviest && w.node[u]+w.node[v] <= most {
				best, heaviest = v, w.edge[k]
			}
		}
		mate[u], mate[best] = best, u
	}
	mateLeaves(w, mate, most)

	into = make([]int32, n)
	var first []int32 // of each pair
	for u := range int32(n) {
		if mate[u] >= u {
			into[u] = int32(len(first))
			into[mate[u]] = into[u]
			first = append(first, u)
		}
	}
	coarse = &weighted{offsets: make([]int64, 1, len(first)+1), node: make([]int64, len(first))}
	at := make([]int32, len(first)) // index of a neighbour in the new list, plus 1
	for c, u := range first {
		from := len(coarse.to)
		add := func(u int32) {
			coarse.node[c] += w.node[u]
			for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
				switch v := into[w.to[k]]; {
				case int(v) == c:
				case at[v] > 0:
					coarse.edge[from+int(at[v])-1] += w.edge[k]
				default:
					coarse.to, coarse.edge = append(coarse.to, v), append(coarse.edge, w.edge[k])
					at[v] = int32(len(coarse.to) - from)
				}
			}
		}
		if add(u); mate[u] != u {
			add(mate[u])
		}
		for _, v := range coarse.to[from:] {
			at[v] = 0
		}
		coarse.offsets = append(coarse.offsets, int64(len(coarse.to)))
	}
	return coarse, into
}

// mateLeaves matches unmatched nodes with the same only neighbour, so that stars shrink too.
func mateLeaves(w *weighted, mate []int32, most int64) {
	waiting := map[int32]int32{} // by neighbour, an unmatched leaf
	for u := range int32(len(mate)) {
		if mate[u] != u || w.offsets[u+1]-w.offsets[u] != 1 {
			continue
		}
		hub := w.to[w.offsets[u]]
		if v, ok := waiting[hub]; ok && w.node[u]+w.node[v] <= most {
			mate[u], mate[v] = v, u
			delete(waiting, hub)
		} else {
			waiting[hub] = u
		}
	}
}
