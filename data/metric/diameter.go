package metric

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Diameter returns the largest distance within the largest component, or 0 if that has one node or
// there are none.
//
// It is exact, and usually takes a few breadth-first searches, because each one bounds the
// eccentricity of every node (Takes and Kosters 2011): both ends of a longer path are among the few
// nodes whose bound exceeds the diameter found so far. If the bounds stay apart, as on a random
// graph without hubs, it takes thousands of searches: [All] has a limit for that.
func Diameter(ctx context.Context, g *graph.Graph) (int, error) {
	if err := given(ctx, g); err != nil {
		return 0, err
	}
	diameter, _, err := diameterBounds(ctx, g.Undirected(), math.Inf(1), func(float64) {})
	return diameter, err
}

const (
	// soloEdge is about how many times more an edge costs in a single search than in one of 512
	// joint searches on a shallow graph.
	soloEdge = 10
	// deep is the diameter from which joint searches share too little to be faster, unless they
	// start close to each other.
	deep = 64
)

// diameterBounds returns the diameter of the largest component of an undirected graph twice or,
// once the effort is spent, a lower and an upper bound. It calls tell with the share of the effort
// spent.
func diameterBounds(ctx context.Context, g *graph.Graph, effort float64, tell func(share float64)) (lower, upper int, err error) {
	if g.N() == 0 {
		return 0, 0, nil
	}
	searches := [2]search{newSearch(g), newSearch(g)}
	from := []int32{searches[0].fromHub(g)} // sources of the next searches
	component := slices.Clone(searches[0].queue)
	c := newCeilings(g, component)
	open := slices.Clone(component) // nodes whose eccentricity may exceed lower
	spent, cost := 0.0, 0.0         // cost of one search
	for _, u := range open {
		cost += 1 + float64(g.Degree(u))
	}
	settle := func() {
		open = slices.DeleteFunc(open, func(u int32) bool { return int(c.most[u]) <= lower })
	}
	radius := 2 // of the covers
	for round := 1; ; round++ {
		if err := ctx.Err(); err != nil {
			return 0, 0, fmt.Errorf("metric: diameter: %w", err)
		}
		if round > 1 { // the first search was from the hub
			parallel.Each(len(from), func(i int) { searches[i].run(from[i]) })
		}
		spent += soloEdge * cost * float64(len(from))
		for i, s := range searches[:len(from)] {
			c.searched[from[i]], c.most[from[i]] = true, s.eccentricity
			lower = max(lower, int(s.eccentricity))
			for _, v := range open {
				c.most[v] = min(c.most[v], s.eccentricity+s.distance[v])
			}
		}
		before := len(open)
		settle()

		if len(open) > together && len(open) > before-before/8 && round > 2 && lower < deep {
			// Bounds no longer help: search from many nodes at once.
			batch := c.cover(open, 2*lanes, radius)
			steps, err := eccentricities(ctx, g, component, batch)
			if err != nil {
				return 0, 0, fmt.Errorf("metric: diameter: %w", err)
			}
			spent += cost * float64(len(batch))
			for i, u := range batch {
				c.most[u] = steps[i]
				lower = max(lower, int(steps[i]))
			}
			c.relax(component)
			settle()
			slices.Sort(steps)
			radius = max(1, min(2, lower-int(steps[len(steps)/2])))
		}
		if len(open) == 0 {
			return lower, lower, nil
		}
		if len(open) <= together && lower < deep {
			// Both ends of a path longer than lower are open.
			lower = max(lower, widest(g, open))
			return lower, lower, nil
		}

		// Search next from an open node with the largest bound, to raise the lower bound, and from
		// the middle of the longest path of the last such node, to lower the upper bounds: from a
		// middle at distance k from both ends of a longest path, no node is further than 2k.
		far := farthest(open, func(u int32) int { return int(c.most[u])<<32 - g.Degree(u) })
		if spent > effort {
			return lower, int(c.most[far]), nil
		}
		tell(spent / effort)
		middle := searches[0].onPath(lower / 2)
		from = append(from[:0], far)
		if round > 1 && middle != far {
			from = append(from, middle)
		}
	}
}

// fromHub searches the largest component from its node of highest degree, which it returns. Usually
// this is the node of highest degree of the graph, so that components need not be computed.
func (s *search) fromHub(g *graph.Graph) int32 {
	hub := int32(0)
	for u := range int32(g.N()) {
		if g.Degree(u) > g.Degree(hub) {
			hub = u
		}
	}
	if s.run(hub); 2*len(s.queue) <= g.N() {
		components := g.Components()
		hub = farthest(components.Nodes(components.Largest()), g.Degree)
		s.run(hub)
	}
	return hub
}

// farthest returns the first node with the largest value.
func farthest(nodes []int32, value func(u int32) int) int32 {
	best, most := nodes[0], value(nodes[0])
	for _, u := range nodes[1:] {
		if x := value(u); x > most {
			best, most = u, x
		}
	}
	return best
}

// eccentricities returns the eccentricity of each of the nodes.
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
	}, func(int) {})
	return e, err
}

// ceilings holds upper bounds on the eccentricities of a component's nodes. A neighbour of a node
// of eccentricity e has eccentricity at most e + 1.
type ceilings struct {
	offsets  []int64
	targets  []int32
	most     []int32 // by node
	searched []bool  // by node, whether most is exact
	near     []bool  // scratch
}

// relax lowers bounds until no two neighbours differ by more than one.
func (c *ceilings) relax(component []int32) {
	var buckets [][]int32 // of nodes by their bound
	put := func(v int32) {
		for int(c.most[v]) >= len(buckets) {
			buckets = append(buckets, nil)
		}
		buckets[c.most[v]] = append(buckets[c.most[v]], v)
	}
	for _, u := range component {
		put(u)
	}
	for bound := int32(0); int(bound) < len(buckets); bound++ {
		for i := 0; i < len(buckets[bound]); i++ {
			u := buckets[bound][i]
			if c.most[u] != bound {
				continue // it is in a lower bucket too
			}
			for _, v := range c.targets[c.offsets[u]:c.offsets[u+1]] {
				if c.most[v] > bound+1 {
					c.most[v] = bound + 1
					put(v)
				}
			}
		}
	}
}

// cover chooses up to count nodes to search from, near many of the open nodes. In descending order
// of bounds, it takes for each open node not yet near a chosen one the node of highest degree
// within the given radius, one or two steps. Nodes of high degree usually have low eccentricities,
// so a search from one bounds those around it.
func (c *ceilings) cover(open []int32, count, radius int) []int32 {
	order := slices.Clone(open)
	slices.SortStableFunc(order, func(u, v int32) int { return cmp.Compare(c.most[v], c.most[u]) })
	clear(c.near)
	var chosen []int32
	for _, u := range order {
		if len(chosen) == count {
			break
		}
		if c.near[u] {
			continue
		}
		best := u
		c.around(u, radius, func(v int32) {
			if !c.searched[v] && c.degree(v) > c.degree(best) {
				best = v
			}
		})
		c.searched[best] = true
		chosen = append(chosen, best)
		c.around(best, radius, func(v int32) { c.near[v] = true })
	}
	return chosen
}

func (c *ceilings) degree(u int32) int64 { return c.offsets[u+1] - c.offsets[u] }

// around calls f with u and the nodes one step away, or one and two for radius 2.
func (c *ceilings) around(u int32, radius int, f func(v int32)) {
	f(u)
	for _, v := range c.targets[c.offsets[u]:c.offsets[u+1]] {
		f(v)
		if radius > 1 {
			for _, w := range c.targets[c.offsets[v]:c.offsets[v+1]] {
				f(w)
			}
		}
	}
}

func newCeilings(g *graph.Graph, component []int32) *ceilings {
	offsets, targets := g.CSR()
	c := &ceilings{offsets: offsets, targets: targets, most: make([]int32, g.N()), searched: make([]bool, g.N()), near: make([]bool, g.N())}
	for _, u := range component {
		c.most[u] = int32(len(component) - 1)
	}
	return c
}
