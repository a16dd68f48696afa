package graph

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Edge joins U and V; in a directed graph it goes from U to V.
type Edge struct{ U, V int32 }

// Options determine how edges become a graph. The zero value gives an undirected graph.
type Options struct {
	Directed bool // edges are arcs from U to V
}

// FromEdges builds the graph with nodes 0 … n-1 and the given edges. It drops self-loops and
// duplicates, and reports their numbers. It returns an error if n is negative or above [MaxNodes],
// or if a node of an edge is outside 0 … n-1.
//
// It runs on all cores, in time O(n + m log d), where d is the largest degree. Besides the edges it
// needs the memory of the graph.
func FromEdges(n int, edges []Edge, o Options) (*Graph, Report, error) {
	return FromChunks(n, [][]Edge{edges}, o)
}

// FromChunks is like [FromEdges] for edges in several slices, as parallel readers and generators
// produce them.
func FromChunks(n int, chunks [][]Edge, o Options) (*Graph, Report, error) {
	if n < 0 || n > MaxNodes {
		return nil, Report{}, fmt.Errorf("graph: %d nodes, want 0 … %d", n, MaxNodes)
	}
	total := 0
	for _, c := range chunks {
		total += len(c)
	}
	if err := checkRange(n, chunks); err != nil {
		return nil, Report{}, err
	}

	out, loops := fromChunks(n, total, chunks, o.Directed)
	dropped := out.sortRows()
	g := &Graph{directed: o.Directed, out: out, in: out}
	if o.Directed {
		g.in = out.transpose()
	} else {
		dropped /= 2
	}
	return g, Report{LoopsDropped: loops, DuplicatesDropped: dropped}, nil
}

// FromSymmetric returns the undirected graph with the given rows, in the format of [Graph.CSR], and
// takes ownership of the arrays. ok is false unless they are the rows of a simple undirected graph:
// each strictly ascending, with (v,u) for every (u,v) and no (u,u). It takes time O(n + m).
func FromSymmetric(offsets []int64, targets []int32) (g *Graph, ok bool) {
	n := len(offsets) - 1
	if n < 0 || n > MaxNodes || offsets[0] != 0 || offsets[n] != int64(len(targets)) || !slices.IsSorted(offsets) {
		return nil, false
	}
	next := slices.Clone(offsets[:n]) // by row, the first entry not yet seen from its other end
	for u := range n {
		last := int32(-1)
		for i, v := range targets[offsets[u]:offsets[u+1]] {
			if v <= last || int(v) >= n || int(v) == u {
				return nil, false
			}
			last = v
			if int(v) < u { // must have been seen from v, as the i-th entry of this row
				if offsets[u]+int64(i) >= next[u] {
					return nil, false
				}
				continue
			}
			if at := next[v]; at >= offsets[v+1] || targets[at] != int32(u) {
				return nil, false
			}
			next[v]++
		}
	}
	r := rows{offsets, targets}
	return &Graph{out: r, in: r}, true
}

// blockSize is the number of edges or nodes per work unit.
const blockSize = 1 << 12

func checkRange(n int, chunks [][]Edge) error {
	var bad atomic.Pointer[error]
	for i, c := range chunks {
		parallel.Blocks(len(c), 1<<16, func(_, lo, hi int) {
			for j, e := range c[lo:hi] {
				if uint32(e.U) >= uint32(n) || uint32(e.V) >= uint32(n) {
					err := fmt.Errorf("graph: edge %d of slice %d is (%d, %d): ids must be in 0 … %d", lo+j, i, e.U, e.V, n-1)
					bad.CompareAndSwap(nil, &err)
					return
				}
			}
		})
		if err := bad.Load(); err != nil {
			return *err
		}
	}
	return nil
}

// fromChunks returns unsorted rows of edges, in both directions unless directed, without
// self-loops, and the number of these.
func fromChunks(n, total int, chunks [][]Edge, directed bool) (rows, int) {
	r := gather(n, total, func(part, parts int, arcs *batch) {
		lo, hi := total*part/parts, total*(part+1)/parts // this part's share of all edges
		for _, c := range chunks {
			for _, e := range c[min(max(lo, 0), len(c)):min(max(hi, 0), len(c))] {
				if e.U == e.V {
					continue
				}
				arcs.add(e)
				if !directed {
					arcs.add(Edge{e.V, e.U})
				}
			}
			lo, hi = lo-len(c), hi-len(c)
		}
	})
	kept := len(r.targets)
	if !directed {
		kept /= 2
	}
	return r, total - kept
}

// sortRows sorts each row, drops duplicates and returns their number.
func (r *rows) sortRows() int {
	n := len(r.offsets) - 1
	lengths := make([]int32, n)
	var dropped atomic.Int64
	parallel.Blocks(n, blockSize, func(_, lo, hi int) {
		d := 0
		for u := lo; u < hi; u++ {
			row := r.row(int32(u))
			slices.Sort(row)
			lengths[u] = int32(len(slices.Compact(row)))
			d += len(row) - int(lengths[u])
		}
		dropped.Add(int64(d))
	})
	d := int(dropped.Load())
	if d == 0 {
		return 0
	}
	var end int64
	for u := range n { // close the gaps in place
		start := r.offsets[u]
		r.offsets[u] = end
		end += int64(copy(r.targets[end:], r.targets[start:start+int64(lengths[u])]))
	}
	r.offsets[n] = end
	r.targets = r.targets[:end:end]
	if d > len(r.targets)/8 { // release the memory of the gaps
		r.targets = slices.Clone(r.targets)
	}
	return d
}

// Report counts what was dropped to obtain a simple unweighted graph.
type Report struct {
	LoopsDropped      int    // self-loops
	DuplicatesDropped int    // repeated edges; in an undirected graph {v,u} repeats {u,v}
	WeightsDropped    int    // weights other than 1, which a Graph cannot hold
	AttributesDropped int    // other attributes of nodes and edges in a file, which a Network cannot hold
	Header            string // the line of a file that was taken for the names of its columns; "" when none was
	Columns           string // id columns of an edge list, if it has others, and its separator
}

// Add adds the counts of another report, for another part of the same data.
func (r *Report) Add(other Report) {
	r.LoopsDropped += other.LoopsDropped
	r.DuplicatesDropped += other.DuplicatesDropped
	r.WeightsDropped += other.WeightsDropped
	r.AttributesDropped += other.AttributesDropped
	r.Header = cmp.Or(r.Header, other.Header)
	r.Columns = cmp.Or(r.Columns, other.Columns)
}

// counts returns the counts with their names, including zeros.
func (r Report) counts() []count {
	return []count{{"loops", r.LoopsDropped}, {"duplicates", r.DuplicatesDropped}, {"weights", r.WeightsDropped}, {"attributes", r.AttributesDropped}}
}

// String returns one line such as "dropped 2 loops, 1 weight; header: id1,id2".
func (r Report) String() string {
	text := "dropped nothing"
	if list := phrase(r.counts()); list != "" {
		text = "dropped " + list
	}
	if said := r.Dialect(); said != "" {
		text += "; " + said
	}
	return text
}

// Dialect describes how the lines of a file were read, unless that is obvious.
func (r Report) Dialect() string {
	var list []string
	if r.Header != "" {
		list = append(list, "header: "+r.Header)
	}
	if r.Columns != "" {
		list = append(list, "ids in columns "+r.Columns)
	}
	return strings.Join(list, "; ")
}

// HTML returns the report as a table for a notebook.
func (r Report) HTML() string { return tabulate(r.Dialect(), "dropped", r.counts()) }

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
