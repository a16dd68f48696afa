package metric

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/parallel"
)

// Diameter is the largest distance within the largest component, 0 when that
// has one node or there are none.
//
// It is exact, and as a rule takes a few breadth-first searches, because each
// one bounds the eccentricity of every node (Takes and Kosters 2011). Where the
// bounds stay apart, as on a ring, what is left is searched from 512 nodes at a
// time.
func Diameter(ctx context.Context, g *graph.Graph) (int, error) {
	g = g.Undirected()
	core, _ := searchOrder(g)
	diameter, _, err := diameterBounds(ctx, g, core, math.Inf(1))
	return diameter, err
}

// diameterBounds returns the diameter of one component of g twice, or, once it
// has spent the effort, a lower and an upper bound. The unit of effort is an
// edge looked at by one of 512 searches that run together; for a search by
// itself an edge counts as soloEdge.
func diameterBounds(ctx context.Context, g *graph.Graph, component []int32, effort float64) (lower, upper int, err error) {
	if len(component) == 0 {
		return 0, 0, nil
	}
	most := make([]int32, g.N())    // an upper bound of the eccentricity of each node
	open := slices.Clone(component) // the nodes whose eccentricity may be above lower
	cost := 0.0                     // of one search
	for _, u := range open {
		most[u] = int32(len(component) - 1)
		cost += 1 + float64(g.Degree(u))
	}
	settle := func() {
		open = slices.DeleteFunc(open, func(u int32) bool { return int(most[u]) <= lower })
	}
	searches := [2]search{newSearch(g), newSearch(g)}
	from := []int32{farthest(open, g.Degree)}
	for round := 1; ; round++ {
		if err := ctx.Err(); err != nil {
			return 0, 0, fmt.Errorf("metric: diameter: %w", err)
		}
		parallel.Each(len(from), func(i int) { searches[i].run(from[i]) })
		effort -= soloEdge * cost * float64(len(from))
		for _, s := range searches[:len(from)] {
			lower = max(lower, int(s.eccentricity))
			for _, v := range open {
				most[v] = min(most[v], s.eccentricity+s.distance[v])
			}
		}
		before := len(open)
		settle()

		if len(open) > 16 && len(open) > before-before/8 && round > 2 {
			// Bounds have stopped helping: search from many nodes at once.
			slices.SortStableFunc(open, func(u, v int32) int { return int(most[v] - most[u]) })
			batch := open[:min(len(open), 2*lanes)]
			steps, err := eccentricities(ctx, g, component, batch)
			if err != nil {
				return 0, 0, fmt.Errorf("metric: diameter: %w", err)
			}
			effort -= cost * float64(len(batch))
			lower = max(lower, int(slices.Max(steps)))
			open = open[len(batch):]
			settle()
		}
		if len(open) == 0 {
			return lower, lower, nil
		}

		// Next, a node that may be as far out as any, to raise the lower bound, and
		// the middle of the longest path from the last such node, to lower the upper
		// bounds: from a middle at distance k from both ends of a longest path,
		// nothing can be further than 2k.
		far := farthest(open, func(u int32) int { return int(most[u])<<32 - g.Degree(u) })
		if effort < 0 {
			return lower, int(most[far]), nil
		}
		middle := searches[0].onPath(lower / 2)
		from = append(from[:0], far)
		if round > 1 && middle != far {
			from = append(from, middle)
		}
	}
}

// soloEdge is about how many times longer it takes.
const soloEdge = 64

// farthest is the first of nodes where value is largest.
func farthest(nodes []int32, value func(u int32) int) int32 {
	best, most := nodes[0], value(nodes[0])
	for _, u := range nodes[1:] {
		if x := value(u); x > most {
			best, most = u, x
		}
	}
	return best
}

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

// onPath is the node at the given distance on a shortest path from where the
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

// eccentricities is, for each of the nodes, the distance of the node farthest
// from it.
func eccentricities(ctx context.Context, g *graph.Graph, component, nodes []int32) ([]int32, error) {
	e := make([]int32, len(nodes))
	err := explore(ctx, g, component, nodes, func(_, first, size int) func(int, []int32, []mask) {
		return func(d int, nodes []int32, arrived []mask) {
			var any mask
			for _, v := range nodes {
				any.or(&arrived[v])
			}
			any.each(func(lane int) { e[first+lane] = int32(d) })
		}
	})
	return e, err
}
