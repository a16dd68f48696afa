package partition

import "math/rand/v2"

// refineParts moves single nodes to the neighbouring part that most of their edges lead to,
// while parts stay below most; out of a part that is too heavy, a node moves at a loss too.
func refineParts(w *weighted, part []int32, parts int, most int64, r *rand.Rand) {
	weight := make([]int64, parts)
	for u, p := range part {
		weight[p] += w.node[u]
	}
	links := make([]int64, parts) // weight of a node's edges into each part
	var seen []int32
	for range passes {
		moved := false
		for _, i := range r.Perm(w.n()) {
			u := int32(i)
			own := part[u]
			seen = seen[:0]
			for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
				p := part[w.to[k]]
				if links[p] == 0 {
					seen = append(seen, p)
				}
				links[p] += w.edge[k]
			}
			heavy := weight[own] > most
			if heavy { // any part with room will do
				for p := range int32(parts) {
					if links[p] == 0 {
						seen = append(seen, p)
					}
				}
			}
			best, gained := own, int64(0)
			for _, p := range seen {
				if p == own || weight[p]+w.node[u] > most {
					continue
				}
				gain := links[p] - links[own]
				better := gain > gained || gain == gained && weight[p]+w.node[u] < weight[best]
				if heavy && best == own || better {
					best, gained = p, gain
				}
			}
			for _, p := range seen {
				links[p] = 0
			}
			if best != own {
				part[u] = best
				weight[own] -= w.node[u]
				weight[best] += w.node[u]
				moved = true
			}
		}
		if !moved {
			break
		}
	}
}
