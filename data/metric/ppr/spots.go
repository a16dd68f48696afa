package ppr

import (
	"math"
	"slices"
)

// spots are what a push keeps of all nodes of a graph that has few, by their own numbers, so that
// nothing is looked up. All of p and g is 0 between two rows.
type spots struct {
	at    []spot
	p     []float64 // entries of the row
	least float64   // that limits are for
	queue []int32
	met   []int32 // where g was set, some nodes more than once
	row   []int32 // where p was
}

type spot struct {
	g     float64 // what is left at a node
	limit int64   // the bits of what may not be left
}

// push returns the row of a root: the sums of [Push.Row], in its order.
func (s *spots) push(c Push, w *Walker, root int32) Row {
	s.limits(w, c.Alpha*c.Epsilon)
	s.queue, s.met, s.row = s.queue[:0], append(s.met[:0], root), s.row[:0]
	s.at[root].g = c.Alpha
	if int64(math.Float64bits(c.Alpha)) >= s.at[root].limit {
		s.queue = append(s.queue, root)
	}
	for len(s.queue) > 0 {
		last := len(s.queue) - 1
		u := s.queue[last]
		s.queue = s.queue[:last]
		x := &s.at[u]
		if s.p[u] == 0 {
			s.row = append(s.row, u)
		}
		mass := x.g
		s.p[u] += mass
		x.g = 0
		share, list := (1-c.Alpha)*mass/w.degree(u), w.list(u)
		if w.loops || len(list) == 0 {
			s.spread(share, []int32{u})
		}
		s.spread(share, list)
	}
	return s.take()
}

// limits sets what may not be left at nodes.
func (s *spots) limits(w *Walker, least float64) {
	if s.least == least {
		return
	}
	s.least, s.at, s.p = least, make([]spot, w.graph.N()), make([]float64, w.graph.N())
	for u := range s.at {
		s.at[u].limit = int64(math.Float64bits(least * w.degree(int32(u))))
	}
}

// spread gives a share to each of a list. It has no branch, since none could be foretold: numbers
// above 0 compare as their bits do.
func (s *spots) spread(share float64, list []int32) {
	at, q, n := s.at, len(s.queue), len(s.met)
	queue, met := slices.Grow(s.queue, len(list))[:q+len(list)], slices.Grow(s.met, len(list))[:n+len(list)]
	for _, v := range list {
		x := &at[v]
		before := x.g
		x.g += share
		now, was := int64(math.Float64bits(x.g)), int64(math.Float64bits(before))
		met[n] = v
		n += int(uint64(was-1) >> 63)
		queue[q] = v
		q += int(uint64((was-x.limit)&^(now-x.limit)) >> 63)
	}
	s.queue, s.met = queue[:q], met[:n]
}

// take is the row that p holds, and forgets it.
func (s *spots) take() Row {
	slices.Sort(s.row)
	r := Row{slices.Clone(s.row), make([]float64, len(s.row))}
	for i, u := range r.Nodes {
		r.Values[i], s.p[u] = s.p[u], 0
	}
	for _, u := range s.met {
		s.at[u].g = 0
	}
	return r
}
