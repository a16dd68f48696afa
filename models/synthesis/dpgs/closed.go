package dpgs

import (
	"cmp"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// closed counts the triangles that edges close, up to a number that is wanted. Edges wait to be
// counted many at a time, on all cores: lists of neighbours only grow, so that what two nodes had
// in common when they were joined can be found later. How many triangles there are at most is
// always known, and edges are counted at once where that decides whether there are enough.
type closed struct {
	wanted  int
	counted int // triangles of the edges that do not wait
	most    int // that those that wait can have closed
	room    int // edges that may wait
	waiting []waiting
	marks   [][]uint64 // of each worker: bits of nodes, all 0 but while it counts
}

// waiting is an edge. Of its nodes that with room for more neighbours is the hub.
type waiting struct {
	hub, other   int32
	hubs, others int32 // neighbours that they had
}

func newClosed(edges, wanted int) *closed {
	const least = 1 << 16 // edges, which are worth a loop on all cores
	return &closed{wanted: wanted, room: max(least, edges/16)}
}

// enough reports whether there are as many triangles as wanted.
func (s *sketch) enough() bool {
	c := s.closed
	if len(c.waiting) > 0 && (c.counted+c.most >= c.wanted || len(c.waiting) >= c.room) {
		s.count()
	}
	return c.counted >= c.wanted
}

// wait lets the edge that is about to join two nodes wait to be counted.
func (s *sketch) wait(u, v int32) {
	if s.room(u) < s.room(v) {
		u, v = v, u
	}
	e := waiting{u, v, s.nodes[u].has, s.nodes[v].has}
	s.closed.waiting = append(s.closed.waiting, e)
	s.closed.most += int(min(e.hubs, e.others))
}

// count counts the triangles of the edges that wait. Those of one hub are counted one after the
// other, with marks of the neighbours that it had.
func (s *sketch) count() {
	c := s.closed
	slices.SortFunc(c.waiting, func(a, b waiting) int { return cmp.Or(cmp.Compare(a.hub, b.hub), cmp.Compare(a.hubs, b.hubs)) })
	for len(c.marks) < parallel.Most() { // which may change
		c.marks = append(c.marks, make([]uint64, len(s.nodes)/64+1))
	}
	counts := make([]int, len(c.marks))
	parallel.Blocks(len(c.waiting), 1<<12, func(worker, lo, hi int) {
		marks, count := c.marks[worker], 0
		if s.watch.Err() != nil {
			return // what is counted is not needed
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
