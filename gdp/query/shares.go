package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// shares holds the load of each node, and what can be moved between neighbours.
type shares struct {
	offsets []int64
	targets []int32
	back    []int32 // back[i] is the index of the arc v→u, where i is the index of u→v
	part    []int16 // part[i] is what u can still move to v: its share of the edge
	load    []int64 // the load of each node

	steps []int32 // distance from an overloaded node; -1 if unreachable
	next  []int64 // next arc to try in this phase
	queue []int32
}

// newShares returns zero loads for an undirected graph, given the neighbours of each node in
// ascending order.
func newShares(offsets []int64, targets []int32) *shares {
	n := len(offsets) - 1
	s := &shares{
		offsets: offsets, targets: targets, back: make([]int32, len(targets)), part: make([]int16, len(targets)),
		load: make([]int64, n), steps: make([]int32, n), next: make([]int64, n),
	}
	seen := slices.Clone(offsets)
	for u := range n { // arcs into v come in the order of their tails, as in v's list
		for i := offsets[u]; i < offsets[u+1]; i++ {
			v := targets[i]
			s.back[i] = int32(seen[v])
			seen[v]++
		}
	}
	return s
}

// halves assigns half of each edge to each end.
func halves(g *graph.Graph) *shares {
	s := newShares(g.CSR())
	for i := range s.part {
		s.part[i] = densityUnit / 2
	}
	for u := range s.load {
		s.load[u] = int64(g.Degree(int32(u))) * densityUnit / 2
	}
	return s
}

// move moves units from u to v along arc i.
func (s *shares) move(u, v int32, i, units int64) {
	s.part[i] -= int16(units)
	s.part[s.back[i]] += int16(units)
	s.load[u] -= units
	s.load[v] += units
}

// level balances the loads of the two ends of each edge, edge by edge, as long as a pass reduces
// the excess over most by an eighth. It is faster than [shares.settle] while much must be moved.
func (s *shares) level(most int64) {
	before := s.above(most)
	for before > 0 {
		for u := range int32(len(s.load)) {
			for i := s.offsets[u]; i < s.offsets[u+1]; i++ {
				v := s.targets[i]
				if more := (s.load[u] - s.load[v]) / 2; more > 0 && s.part[i] > 0 {
					s.move(u, v, i, min(more, int64(s.part[i])))
				}
			}
		}
		after := s.above(most)
		if 8*after > 7*before {
			return
		}
		before = after
	}
}

// above returns the total excess of the loads over most.
func (s *shares) above(most int64) (sum int64) {
	for _, x := range s.load {
		sum += max(0, x-most)
	}
	return sum
}

// settle moves load from nodes above most to others, along shortest paths, one length at a time
// (Dinic). It returns most if all loads can be reduced to it. Otherwise it returns, rounded up, the
// mean load of the nodes from which no more can be moved: all units of their own edges, and more
// than most.
func (s *shares) settle(most int64) int64 {
	for s.layer(most) {
		copy(s.next, s.offsets)
		for u := range s.load {
			if x := s.load[u] - most; x > 0 {
				s.send(int32(u), x, most)
			}
		}
	}
	if len(s.queue) == 0 {
		return most
	}
	sum := int64(0)
	for _, u := range s.queue {
		sum += s.load[u]
	}
	return perNode(sum, int64(len(s.queue)))
}

// layer computes the distances from the overloaded nodes, up to the nearest node with room, and
// reports whether there is one. If not, the queue holds all reachable nodes.
func (s *shares) layer(most int64) bool {
	s.queue = s.queue[:0]
	for u, x := range s.load {
		s.steps[u] = -1
		if x > most {
			s.steps[u] = 0
			s.queue = append(s.queue, int32(u))
		}
	}
	last := int32(-1) // the distance of the nearest room
	for head := 0; head < len(s.queue); head++ {
		u := s.queue[head]
		if last >= 0 && s.steps[u] >= last {
			break
		}
		for i := s.offsets[u]; i < s.offsets[u+1]; i++ {
			v := s.targets[i]
			if s.part[i] == 0 || s.steps[v] >= 0 {
				continue
			}
			s.steps[v] = s.steps[u] + 1
			s.queue = append(s.queue, v)
			if s.load[v] < most {
				last = s.steps[v]
			}
		}
	}
	return last >= 0
}

// send moves up to units from u to nodes with room, along shortest paths, and returns the number
// moved.
func (s *shares) send(u int32, units, most int64) (sent int64) {
	for ; s.next[u] < s.offsets[u+1]; s.next[u]++ {
		i := s.next[u]
		v := s.targets[i]
		if s.part[i] == 0 || s.steps[v] != s.steps[u]+1 {
			continue
		}
		x := min(units-sent, int64(s.part[i]))
		if room := most - s.load[v]; room > 0 {
			x = min(x, room)
		} else {
			x = s.send(v, x, most)
		}
		s.move(u, v, i, x)
		if sent += x; sent == units {
			return sent
		}
	}
	return sent
}
