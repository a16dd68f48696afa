package partition

import "container/heap"

// entry is a node with the gain that it had when it was put into a queue.
type entry struct {
	gain int64
	u    int32
}

// queue is a heap of entries, largest gains first. Those that are out of date are left in it
// and passed over.
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

// top returns the first entry that is valid; false if there is none.
func (q *queue) top(valid func(entry) bool) (entry, bool) {
	for len(*q) > 0 {
		if e := (*q)[0]; valid(e) {
			return e, true
		}
		heap.Pop(q)
	}
	return entry{}, false
}
