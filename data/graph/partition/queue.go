package partition

// entry is a node with the gain that it had when it was put into a queue.
type entry struct {
	gain int64
	u    int32
}

// queue is a heap of entries, largest gains first. Those that are out of date are left in it
// and passed over.
type queue struct{ heap []entry }

func (e entry) before(f entry) bool { return e.gain > f.gain || e.gain == f.gain && e.u < f.u }

func (q *queue) push(e entry) {
	q.heap = append(q.heap, e)
	i := len(q.heap) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(q.heap[up]) {
			break
		}
		q.heap[i] = q.heap[up]
		i = up
	}
	q.heap[i] = e
}

// top returns the first entry that is valid; false if there is none.
func (q *queue) top(valid func(entry) bool) (entry, bool) {
	for len(q.heap) > 0 {
		if e := q.heap[0]; valid(e) {
			return e, true
		}
		q.drop()
	}
	return entry{}, false
}

// pop takes out the first node whose entry is valid; -1 if there is none.
func (q *queue) pop(valid func(entry) bool) int32 {
	e, ok := q.top(valid)
	if !ok {
		return -1
	}
	q.drop()
	return e.u
}

func (q *queue) drop() {
	last := len(q.heap) - 1
	e := q.heap[last]
	q.heap = q.heap[:last]
	if last == 0 {
		return
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= last {
			break
		}
		if down+1 < last && q.heap[down+1].before(q.heap[down]) {
			down++
		}
		if !q.heap[down].before(e) {
			break
		}
		q.heap[i] = q.heap[down]
		i = down
	}
	q.heap[i] = e
}
