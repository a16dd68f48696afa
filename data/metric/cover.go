package metric

import (
	"cmp"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

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
