package partition

import (
	"container/heap"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/lists"
)

// balance holds the target and the largest weight of both sides.
type balance struct{ target, most [2]int64 }

// score orders bisections: by the excess weight of a side, then by the cut.
type score struct{ excess, cut int64 }

func (s score) less(t score) bool {
	return s.excess < t.excess || s.excess == t.excess && s.cut < t.cut
}

func (b *balance) excess(weight [2]int64) int64 {
	return max(0, weight[0]-b.most[0]) + max(0, weight[1]-b.most[1])
}

const (
	passes  = 10 // passes over all nodes
	patient = 64 // consecutive moves without an improvement, plus a fiftieth of the nodes
)

// refine moves nodes between two sides after Fiduccia and Mattheyses (1982). In a pass each node
// moves at most once, largest gain first, even if the gain is negative. The result is the best
// state of a pass.
func refine(w *weighted, side []int8, b *balance, r *rand.Rand) score {
	n := w.n()
	var weight [2]int64
	for u, s := range side {
		weight[s] += w.node[u]
	}
	gain, locked := make([]int64, n), make([]bool, n)
	cut := int64(0)
	for u := range side {
		for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
			if side[w.to[k]] != side[u] {
				gain[u] += w.edge[k]
				cut += w.edge[k]
			} else {
				gain[u] -= w.edge[k]
			}
		}
	}
	now := score{b.excess(weight), cut / 2}
	move := func(u int32) {
		from := side[u]
		now.cut -= gain[u]
		side[u] = 1 - from
		weight[from] -= w.node[u]
		weight[1-from] += w.node[u]
		now.excess = b.excess(weight)
		gain[u] = -gain[u]
		for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
			v := w.to[k]
			if side[v] == from {
				gain[v] += 2 * w.edge[k]
			} else {
				gain[v] -= 2 * w.edge[k]
			}
		}
	}
	for range passes {
		clear(locked)
		var queues [2]queue
		for _, i := range r.Perm(n) {
			if u := int32(i); gain[u] > -lists.Sum(w.edge[w.offsets[u]:w.offsets[u+1]]) || now.excess > 0 { // at the border
				heap.Push(&queues[side[u]], entry{gain[u], u})
			}
		}
		best, start, trail, at := now, now, []int32(nil), 0
		for len(trail)-at < patient+n/50 {
			u := next(&queues, w, side, gain, locked, weight, b)
			if u < 0 {
				break
			}
			move(u)
			locked[u] = true
			trail = append(trail, u)
			for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
				if v := w.to[k]; !locked[v] {
					heap.Push(&queues[side[v]], entry{gain[v], v})
				}
			}
			if now.less(best) {
				best, at = now, len(trail)
			}
		}
		for i := len(trail) - 1; i >= at; i-- {
			move(trail[i])
		}
		if !best.less(start) {
			break
		}
	}
	return now
}

// next returns the movable node with the largest gain: from the side that is too heavy, or else
// from either side if its move leaves no side too heavy.
func next(queues *[2]queue, w *weighted, side []int8, gain []int64, locked []bool, weight [2]int64, b *balance) int32 {
	pick := -1
	var found [2]entry
	for s := range 2 {
		valid := func(e entry) bool { return !locked[e.u] && side[e.u] == int8(s) && gain[e.u] == e.gain }
		e, ok := queues[s].top(valid)
		if !ok {
			continue
		}
		after := weight
		after[s] -= w.node[e.u]
		after[1-s] += w.node[e.u]
		if x := b.excess(after); x > 0 && x >= b.excess(weight) {
			continue
		}
		if found[s] = e; pick < 0 || e.gain > found[pick].gain ||
			e.gain == found[pick].gain && weight[s]-b.target[s] > weight[pick]-b.target[pick] {
			pick = s
		}
	}
	if pick < 0 {
		return -1
	}
	heap.Pop(&queues[pick])
	return found[pick].u
}

// entry is a node with its gain when it was queued.
type entry struct {
	gain int64
	u    int32
}

// queue is a heap of entries, largest gain first. Outdated entries are skipped.
type queue []entry

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].gain > q[j].gain || q[i].gain == q[j].gain && q[i].u < q[j].u
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(entry)) }

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	*q = (*q)[:last]
	return e
}

// top returns the first valid entry, or false without one.
func (q *queue) top(valid func(entry) bool) (entry, bool) {
	for len(*q) > 0 {
		if e := (*q)[0]; valid(e) {
			return e, true
		}
		heap.Pop(q)
	}
	return entry{}, false
}
