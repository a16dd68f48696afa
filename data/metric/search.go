package metric

import "github.com/graphdp/graphdp/data/graph"

// search is a breadth-first search from one node.
type search struct {
	offsets      []int64
	targets      []int32
	distance     []int32 // -1 for unreached nodes
	queue        []int32 // reached nodes, by distance
	rest         []int32 // scratch: a superset of the unreached nodes
	eccentricity int32   // distance of the farthest node
}

func newSearch(g *graph.Graph) search {
	offsets, targets := g.CSR()
	n := g.N()
	// The queue has one extra slot, to which push writes once all nodes are in it.
	return search{offsets: offsets, targets: targets, distance: make([]int32, n), queue: make([]int32, 0, n+1), rest: make([]int32, 0, n)}
}

// run searches from a node. A step either pushes from the nodes reached in the last step, or pulls
// to the unreached nodes, whichever scans fewer edges. A pull stops at the first neighbour reached
// in the last step, and takes about half as long per edge.
func (s *search) run(from int32) {
	for u := range s.distance {
		s.distance[u] = -1
	}
	s.distance[from] = 0
	s.queue = append(s.queue[:0], from)
	open := s.offsets[len(s.distance)] // edges of the unreached nodes
	pulled := false
	for d, done := int32(1), 0; done < len(s.queue); d++ {
		front := s.queue[done:]
		done = len(s.queue)
		out := int64(0)
		for _, u := range front {
			out += s.offsets[u+1] - s.offsets[u]
		}
		open -= out
		if 2*out < open {
			s.push(front, d)
			continue
		}
		if !pulled {
			pulled = true
			s.rest = s.rest[:0]
			for v, x := range s.distance {
				if x < 0 {
					s.rest = append(s.rest, int32(v))
				}
			}
		}
		s.pull(d)
	}
	s.eccentricity = s.distance[s.queue[len(s.queue)-1]]
}

// push visits the neighbours of the front, at distance d. It does not branch on whether a neighbour
// is new, which would often be mispredicted.
func (s *search) push(front []int32, d int32) {
	// Local variables: a field of s would be reloaded after every write.
	offsets, targets, distance, queue, last := s.offsets, s.targets, s.distance, s.queue[:cap(s.queue)], len(s.queue)
	for _, u := range front {
		for _, v := range targets[offsets[u]:offsets[u+1]] {
			x := distance[v]
			queue[last] = v
			last += int(uint32(x) >> 31) // 1 if x < 0
			if x < 0 {
				x = d
			}
			distance[v] = x
		}
	}
	s.queue = queue[:last]
}

// pull visits those of the rest that have a neighbour at distance d-1.
func (s *search) pull(d int32) {
	kept := s.rest[:0]
next:
	for _, v := range s.rest {
		if s.distance[v] >= 0 {
			continue // reached by an earlier push
		}
		for _, u := range s.targets[s.offsets[v]:s.offsets[v+1]] {
			if s.distance[u] == d-1 {
				s.distance[v] = d
				s.queue = append(s.queue, v)
				continue next
			}
		}
		kept = append(kept, v)
	}
	s.rest = kept
}

// hops counts the reached nodes by distance, without the start.
func (s *search) hops() []int32 {
	count := make([]int32, s.eccentricity+1)
	for _, v := range s.queue[1:] {
		count[s.distance[v]]++
	}
	return count
}

// onPath returns the node at the given distance on a shortest path from the start of the search to
// its last node. The path runs through hubs: from its far end on, each step takes the predecessor
// of highest degree.
func (s *search) onPath(distance int) int32 {
	u := s.queue[len(s.queue)-1]
	for int(s.distance[u]) > distance {
		best, most := int32(0), int64(-1)
		for _, v := range s.targets[s.offsets[u]:s.offsets[u+1]] {
			if degree := s.offsets[v+1] - s.offsets[v]; s.distance[v] < s.distance[u] && degree > most {
				best, most = v, degree
			}
		}
		u = best
	}
	return u
}
