package graph

import "github.com/graphdp/graphdp/data/graph/parallel"

// gather makes rows 0 … n-1 from arcs: row u gets the head of every arc with
// tail u, in the order of the arcs. source adds the arcs of one of several parts,
// and is called twice for each part, many parts at once. About size arcs are
// expected. It is a counting sort by tail.
func gather(n, size int, source func(part, parts int, add func(u, v int32))) rows {
	parts := parallel.Workers(size, max(n, 1<<15)) // so that counts take less memory than arcs
	counts := make([][]int32, parts)
	parallel.Each(parts, func(p int) {
		count := make([]int32, n)
		counts[p] = count
		source(p, parts, func(u, _ int32) { count[u]++ })
	})

	offsets := make([]int64, n+1)
	for u := range n {
		var length int32 // of row u, from the parts so far
		for _, count := range counts {
			length, count[u] = length+count[u], length // now the place in row u of this part's next head
		}
		offsets[u+1] = offsets[u] + int64(length)
	}

	targets := make([]int32, offsets[n])
	parallel.Each(parts, func(p int) {
		next := counts[p]
		source(p, parts, func(u, v int32) {
			targets[offsets[u]+int64(next[u])] = v
			next[u]++
		})
	})
	return rows{offsets, targets}
}

// transpose turns rows into columns. Rows are read in order, so that each
// column comes out sorted.
func (r rows) transpose() rows {
	n := len(r.offsets) - 1
	return gather(n, len(r.targets), func(part, parts int, add func(u, v int32)) {
		for u := int32(n * part / parts); u < int32(n*(part+1)/parts); u++ {
			for _, v := range r.row(u) {
				add(v, u)
			}
		}
	})
}
