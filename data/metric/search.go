package metric

import "github.com/graphdp/graphdp/data/graph"

// search is a breadth-first search from one node.
type search struct {
	offsets      []int64
	targets      []int32
	distance     []int32 // -1 where it has not come
	queue        []int32
	eccentricity int32 // the distance of the farthest node
}

func newSearch(g *graph.Graph) search {
	offsets, targets := g.CSR()
	return search{offsets: offsets, targets: targets, distance: make([]int32, g.N()), queue: make([]int32, 0, g.N())}
}

func (s *search) run(from int32) {
	for u := range s.distance {
		s.distance[u] = -1
	}
	s.distance[from] = 0
	s.queue = append(s.queue[:0], from)
	for i := 0; i < len(s.queue); i++ {
		u := s.queue[i]
		next := s.distance[u] + 1
		for _, v := range s.targets[s.offsets[u]:s.offsets[u+1]] {
			if s.distance[v] < 0 {
				s.distance[v] = next
				s.queue = append(s.queue, v)
			}
		}
	}
	s.eccentricity = s.distance[s.queue[len(s.queue)-1]]
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
