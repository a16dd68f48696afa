package dpgs

import (
	"cmp"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// closed counts the triangles that new edges close, up to a wanted number. Edges are counted in
// batches on all cores: neighbour lists only grow, so the common neighbours at the time of an edge
// can be found later. An upper bound is always known; when it reaches the wanted number, waiting
// edges are counted at once.
type closed struct {
	wanted  int
	counted int // triangles of counted edges
	most    int // upper bound for the waiting edges
	room    int // most waiting edges
	waiting []waiting
	marks   [][]uint64 // per worker: node bits, all 0 between counts
}

// waiting is an edge that is not counted yet. The hub is the end with more places for neighbours.
type waiting struct {
	hub, other   int32
	hubs, others int32 // neighbours at that time
}

func newClosed(edges, wanted int) *closed {
	const least = 1 << 16 // edges that are worth a parallel loop
	return &closed{wanted: wanted, room: max(least, edges/16)}
}

// enough reports whether the wanted number of triangles is reached.
func (s *sketch) enough() bool {
	c := s.closed
	if len(c.waiting) > 0 && (c.counted+c.most >= c.wanted || len(c.waiting) >= c.room) {
		s.count()
	}
	return c.counted >= c.wanted
}

// wait queues the edge that is about to join two nodes.
func (s *sketch) wait(u, v int32) {
	if s.room(u) < s.room(v) {
		u, v = v, u
	}
	e := waiting{u, v, s.nodes[u].has, s.nodes[v].has}
	s.closed.waiting = append(s.closed.waiting, e)
	s.closed.most += int(min(e.hubs, e.others))
}

// count counts the triangles of the waiting edges. It processes each hub's edges in order, marking
// the hub's neighbours as they were.
func (s *sketch) count() {
	c := s.closed
	slices.SortFunc(c.waiting, func(a, b waiting) int { return cmp.Or(cmp.Compare(a.hub, b.hub), cmp.Compare(a.hubs, b.hubs)) })
	for len(c.marks) < parallel.Most() { // the number of workers may change
		c.marks = append(c.marks, make([]uint64, len(s.nodes)/64+1))
	}
	counts := make([]int, len(c.marks))
	parallel.Blocks(len(c.waiting), 1<<12, func(worker, lo, hi int) {
		marks, count := c.marks[worker], 0
		if s.watch.Err() != nil {
			return // cancelled: the count is not needed
		}
		for edges := c.waiting[lo:hi]; len(edges) > 0; {
			hub := edges[0].hub
			all, marked := s.neighbours(hub), int32(0)
			for ; len(edges) > 0 && edges[0].hub == hub; edges = edges[1:] {
				e := edges[0]
				for _, w := range all[marked:e.hubs] {
					marks[w>>6] |= 1 << (w & 63)
				}
				marked = e.hubs
				for _, w := range s.neighbours(e.other)[:e.others] {
					count += int(marks[w>>6] >> (w & 63) & 1)
				}
			}
			for _, w := range all[:marked] {
				marks[w>>6] = 0
			}
		}
		counts[worker] += count
	})
	for _, count := range counts {
		c.counted += count
	}
	c.waiting, c.most = c.waiting[:0], 0
}
