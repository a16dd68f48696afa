package graph

import (
	"math/bits"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// A batch collects arcs and hands them on when it is full.
type batch struct {
	arcs  []Edge
	flush func(arcs []Edge)
}

// batchSize is large so that the arcs of a batch that go to one bucket of rows
// fill whole cache lines there, and small beside the graph.
const batchSize = 1 << 19

func (b *batch) add(a Edge) {
	if len(b.arcs) == cap(b.arcs) {
		b.flush(b.arcs)
		b.arcs = b.arcs[:0]
	}
	b.arcs = append(b.arcs, a)
}

// gather makes rows 0 … n-1 from arcs: row u gets the head of every arc with
// tail u, in the order of the arcs. source adds to arcs one of several parts,
// and is called twice for each part, many parts at once. About size arcs are
// expected.
//
// It is a counting sort by tail. Written straight to their rows, arcs in random
// order would miss the cache each time, so that each batch is first sorted into
// buckets of neighbouring rows.
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
		var length int32 // of row u, from the parts so far
		for _, count := range counts {
			length, count[u] = length+count[u], length // now the place in row u of this part's next head
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

// buckets sorts arcs by the leading bits of their tails, stably. A nil *buckets
// leaves them as they are.
type buckets struct {
	shift  int
	starts [maxBuckets + 1]int32
	sorted []Edge
}

const (
	maxBuckets = 512
	fewRows    = 1 << 13 // whose ends all stay in the cache
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

// transpose turns rows into columns. Rows are read in order, so that each
// column comes out sorted.
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
