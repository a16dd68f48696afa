package metric

import (
	"context"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// A lane is one breadth-first search. An explorer runs many lanes jointly: each node holds one bit
// per lane, so that one pass over the edges advances all searches by one step. The bits of a node
// fill one cache line.
const lanes = 512

// mask holds one bit per lane.
type mask [lanes / 64]uint64

func (m *mask) set(lane int) { m[lane/64] |= 1 << (lane % 64) }

func (m *mask) or(x *mask) {
	for i := range m {
		m[i] |= x[i]
	}
}

func (m *mask) empty() bool {
	return m[0]|m[1]|m[2]|m[3]|m[4]|m[5]|m[6]|m[7] == 0
}

// is reports whether these are the words of m.
func (m *mask) is(a, b, c, d, e, f, g, h uint64) bool {
	return (m[0]^a)|(m[1]^b)|(m[2]^c)|(m[3]^d)|(m[4]^e)|(m[5]^f)|(m[6]^g)|(m[7]^h) == 0
}

func (m *mask) count() int64 {
	c := 0
	for _, w := range m {
		c += bits.OnesCount64(w)
	}
	return int64(c)
}

// each calls f with the number of every set lane.
func (m *mask) each(f func(lane int)) {
	for i, w := range m {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// explorer is the state of joint searches in some components of an undirected graph.
type explorer struct {
	offsets []int64
	targets []int32
	within  []int32 // the nodes of these components
	edges   int64   // sum of their degrees

	seen  []mask  // lanes that have reached a node
	front []mask  // lanes that reached it in the last step
	next  []mask  // lanes that reach it in this step; empty between steps
	nodes []int32 // nodes with non-empty front
	queue []int32 // scratch: the next value of nodes
	todo  []int32 // a superset of the nodes that some lane has not reached
}

func newExplorer(g *graph.Graph, within []int32) *explorer {
	offsets, targets := g.CSR()
	n := g.N()
	x := &explorer{
		offsets: offsets, targets: targets, within: within,
		seen: make([]mask, n), front: make([]mask, n), next: make([]mask, n),
	}
	for _, u := range within {
		x.edges += offsets[u+1] - offsets[u]
	}
	return x
}

// run starts a search at each of the sources, at most lanes distinct ones. After every step it
// calls report with the distance d reached and the nodes that some lane has reached for the first
// time; arrived gives the lanes for each such node. It stops when a step reaches nothing, or ctx is
// done; in the latter case the explorer must not be used again.
//
// A step either pushes, from the nodes reached in the last step to their neighbours, or pulls, to
// unfinished nodes from their neighbours, whichever scans fewer edges. Pulling stops at the first
// neighbours that together cover all lanes.
func (x *explorer) run(ctx context.Context, sources []int32, report func(d int, nodes []int32, arrived []mask)) {
	clear(x.seen)
	var all mask
	x.nodes, x.todo = x.nodes[:0], append(x.todo[:0], x.within...)
	for lane, s := range sources {
		x.seen[s].set(lane)
		x.front[s].set(lane)
		all.set(lane)
		x.nodes = append(x.nodes, s)
	}
	open := x.edges // of the nodes in todo

	for d := 1; len(x.nodes) > 0 && ctx.Err() == nil; d++ {
		out := int64(0) // edges of the nodes that would push
		for _, v := range x.nodes {
			out += x.offsets[v+1] - x.offsets[v]
		}
		x.queue = x.queue[:0]
		// A push writes at random, so an edge costs about twice as much.
		if 2*out < open {
			x.push()
		} else {
			open = x.pull(&all)
		}
		for _, v := range x.nodes {
			x.front[v] = mask{}
		}
		x.front, x.next = x.next, x.front
		x.nodes, x.queue = x.queue, x.nodes
		if len(x.nodes) > 0 {
			report(d, x.nodes, x.front)
		}
	}
}

func (x *explorer) push() {
	for _, v := range x.nodes {
		front := &x.front[v]
		for _, w := range x.targets[x.offsets[v]:x.offsets[v+1]] {
			seen, next := &x.seen[w], &x.next[w]
			before, after := uint64(0), uint64(0)
			for i := range next {
				before |= next[i]
				next[i] |= front[i] &^ seen[i]
				after |= next[i]
			}
			if before == 0 && after != 0 {
				x.queue = append(x.queue, w)
			}
		}
	}
	for _, w := range x.queue {
		x.seen[w].or(&x.next[w])
	}
}

// pull also drops from todo the nodes that all lanes have reached, and returns the number of edges
// of the remaining ones.
func (x *explorer) pull(all *mask) (open int64) {
	kept := x.todo[:0]
	for _, w := range x.todo {
		row := x.targets[x.offsets[w]:x.offsets[w+1]]
		seen := &x.seen[w]
		// Eight variables, since the compiler keeps no array in registers.
		a, b, c, d, e, f, g, h := seen[0], seen[1], seen[2], seen[3], seen[4], seen[5], seen[6], seen[7]
		for i, v := range row {
			from := &x.front[v]
			a |= from[0]
			b |= from[1]
			c |= from[2]
			d |= from[3]
			e |= from[4]
			f |= from[5]
			g |= from[6]
			h |= from[7]
			if i&7 == 7 && all.is(a, b, c, d, e, f, g, h) {
				break // all lanes are here
			}
		}
		next := &x.next[w]
		next[0], next[1], next[2], next[3] = a&^seen[0], b&^seen[1], c&^seen[2], d&^seen[3]
		next[4], next[5], next[6], next[7] = e&^seen[4], f&^seen[5], g&^seen[6], h&^seen[7]
		if !next.empty() {
			*seen = mask{a, b, c, d, e, f, g, h}
			x.queue = append(x.queue, w)
		}
		if !all.is(a, b, c, d, e, f, g, h) {
			kept = append(kept, w)
			open += int64(len(row))
		}
	}
	x.todo = kept
	return open
}

// explore searches from every source, lanes at a time, on all cores. within lists the nodes of the
// sources' components. For each batch of sources it calls begin, in the batch's goroutine, with the
// index of its first source and its size. The function that begin returns is called after every
// step, like report in explorer.run. After each batch it calls done with the batch's size. It stops
// early with the error of ctx if ctx is done.
func explore(ctx context.Context, g *graph.Graph, within, sources []int32,
	begin func(worker, first, size int) func(d int, nodes []int32, arrived []mask), done func(size int)) error {
	explorers := make([]*explorer, parallel.Most())
	parallel.Blocks(len(sources), batch(len(sources)), func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		if explorers[worker] == nil {
			explorers[worker] = newExplorer(g, within)
		}
		explorers[worker].run(ctx, sources[lo:hi], begin(worker, lo, hi-lo))
		done(hi - lo)
	})
	return ctx.Err()
}

// batch returns the number of sources to search from jointly: lanes, unless that would leave cores
// idle.
func batch(sources int) int {
	return max(1, min(lanes, (sources+parallel.Most()-1)/parallel.Most()))
}
