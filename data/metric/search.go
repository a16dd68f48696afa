package metric

import "github.com/graphdp/graphdp/data/graph"

// search is a breadth-first search from one node.
type search struct {
	offsets      []int64
	targets      []int32
	distance     []int32 // -1 where it has not come
	queue        []int32 // the nodes where it has come, by distance
	rest         []int32 // scratch: a superset of the others
	eccentricity int32   // the distance of the farthest node
}

func newSearch(g *graph.Graph) search {
	offsets, targets := g.CSR()
	n := g.N()
	// The queue has one place more, which push writes to once all nodes are in it.
	return search{offsets: offsets, targets: targets, distance: make([]int32, n), queue: make([]int32, 0, n+1), rest: make([]int32, 0, n)}
}

// run searches from a node. A step either pushes, from the nodes that the last
// step came to, or pulls, to the nodes where the search has not come, whichever
// looks at fewer edges; a pull stops at the first neighbour that the last step
// came to, and takes about half as long.
func (s *search) run(from int32) {
	for u := range s.distance {
		s.distance[u] = -1
	}
	s.distance[from] = 0
	s.queue = append(s.queue[:0], from)
	open := s.offsets[len(s.distance)] // edges of the nodes where it has not come
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

// push comes to the neighbours of the front, at distance d. It has no branch on
// whether a neighbour is new, which would be mispredicted often.
func (s *search) push(front []int32, d int32) {
	// Variables: a field of s would be loaded again after every write.
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

// pull comes to those of the rest that have a neighbour at distance d-1.
func (s *search) pull(d int32) {
	kept := s.rest[:0]
next:
	for _, v := range s.rest {
		if s.distance[v] >= 0 {
			continue // a push was here
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

// hops counts the nodes that the search reached by their distance, the start
// not among them.
func (s *search) hops() []int32 {
	count := make([]int32, s.eccentricity+1)
	for _, v := range s.queue[1:] {
		count[s.distance[v]]++
	}
	return count
}

// onPath returns the node at the given distance on a shortest path from where the
// search started to the last node that it reached: a path through hubs, as it
// takes, from its far end on, whichever step has the highest degree.
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
