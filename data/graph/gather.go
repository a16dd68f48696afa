package graph

import (
	"math/bits"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// A batch collects arcs and flushes them when it is full.
type batch struct {
	arcs  []Edge
	flush func(arcs []Edge)
}

// batchSize is so large that the arcs of a batch in one bucket of rows fill whole cache lines, and
// small relative to the graph.
const batchSize = 1 << 19

func (b *batch) add(a Edge) {
	if len(b.arcs) == cap(b.arcs) {
		b.flush(b.arcs)
		b.arcs = b.arcs[:0]
	}
	b.arcs = append(b.arcs, a)
}

// gather returns rows 0 … n-1 of arcs: row u holds the head of every arc with tail u, in the order
// of the arcs. source adds the arcs of one of several parts; it is called twice per part,
// concurrently for different parts. size is the approximate number of arcs.
//
// It is a counting sort by tail. Writing arcs directly to their rows in random order would miss the
// cache each time, so each batch is first sorted into buckets of neighbouring rows.
func gather(n, size int, source func(part, parts int, arcs *batch)) rows {
	parts := parallel.Workers(size, max(n, 1<<15)) // so that counts take less memory than arcs
	counts := make([][]int32, parts)
	size = min(batchSize, 2*size/parts+1)
	parallel.Each(parts, func(p int) {
		count := make([]int32, n)
		counts[p] = count
		arcs := batch{make([]Edge, 0, size), func(arcs []Edge) {
			for _, a := range arcs {
				count[a.U]++
			}
		}}
		source(p, parts, &arcs)
		arcs.flush(arcs.arcs)
	})

	offsets := make([]int64, n+1)
	for u := range n {
		var length int32 // of row u in the parts so far
		for _, count := range counts {
			length, count[u] = length+count[u], length // now the position in row u of this part's next head
		}
		offsets[u+1] = offsets[u] + int64(length)
	}

	targets := make([]int32, offsets[n])
	parallel.Each(parts, func(p int) {
		next := counts[p]
		buckets := newBuckets(n, size)
		arcs := batch{make([]Edge, 0, size), func(arcs []Edge) {
			for _, a := range buckets.sort(arcs) {
				targets[offsets[a.U]+int64(next[a.U])] = a.V
				next[a.U]++
			}
		}}
		source(p, parts, &arcs)
		arcs.flush(arcs.arcs)
	})
	return rows{offsets, targets}
}

// buckets stably sorts arcs by the leading bits of their tails. A nil *buckets leaves them in
// place.
type buckets struct {
	shift  int
	starts [maxBuckets + 1]int32
	sorted []Edge
}

const (
	maxBuckets = 512
	fewRows    = 1 << 13 // whose write positions all fit in the cache
)

func newBuckets(n, size int) *buckets {
	if n <= fewRows {
		return nil
	}
	return &buckets{
		shift:  bits.Len(uint(n)) - bits.Len(maxBuckets-1),
		sorted: make([]Edge, size),
	}
}

func (b *buckets) sort(arcs []Edge) []Edge {
	if b == nil {
		return arcs
	}
	shift := b.shift & 31
	clear(b.starts[:])
	for _, a := range arcs {
		b.starts[a.U>>shift+1]++
	}
	for i := range maxBuckets {
		b.starts[i+1] += b.starts[i]
	}
	for _, a := range arcs {
		i := &b.starts[a.U>>shift]
		b.sorted[*i] = a
		*i++
	}
	return b.sorted[:len(arcs)]
}

// transpose returns the columns as rows. Rows are read in order, so each column is sorted.
func (r rows) transpose() rows {
	n := len(r.offsets) - 1
	return gather(n, len(r.targets), func(part, parts int, arcs *batch) {
		for u := int32(n * part / parts); u < int32(n*(part+1)/parts); u++ {
			for _, v := range r.row(u) {
				arcs.add(Edge{v, u})
			}
		}
	})
}
