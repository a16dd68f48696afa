package graph

// Components are the connected components of a graph, or the weakly connected components of a
// directed one. They are ordered by their smallest node: component 0 contains node 0.
type Components struct {
	Of    []int32 // Of[u] is the component of node u
	Sizes []int32 // Sizes[c] is the number of nodes of component c
}

// Components finds the connected components in time O(N + M).
func (g *Graph) Components() Components {
	n := g.N()
	c := Components{Of: make([]int32, n)}
	for u := range c.Of {
		c.Of[u] = -1
	}
	queue := make([]int32, 0, n)
	for s := range int32(n) {
		if c.Of[s] >= 0 {
			continue
		}
		k := int32(len(c.Sizes))
		c.Of[s] = k
		queue = append(queue[:0], s)
		for i := 0; i < len(queue); i++ {
			queue = c.visit(g.out.row(queue[i]), k, queue)
			if g.directed {
				queue = c.visit(g.in.row(queue[i]), k, queue)
			}
		}
		c.Sizes = append(c.Sizes, int32(len(queue)))
	}
	return c
}

// visit adds the unvisited nodes of list to component k and to the queue.
func (c Components) visit(list []int32, k int32, queue []int32) []int32 {
	for _, v := range list {
		if c.Of[v] < 0 {
			c.Of[v] = k
			queue = append(queue, v)
		}
	}
	return queue
}

// Count returns the number of components.
func (c Components) Count() int { return len(c.Sizes) }

// Largest returns the number of the largest component, ties by smallest node, or -1 if there are no
// nodes.
func (c Components) Largest() int32 {
	best := int32(-1)
	for k, size := range c.Sizes {
		if best < 0 || size > c.Sizes[best] {
			best = int32(k)
		}
	}
	return best
}

// Nodes lists the nodes of component k in ascending order, as [Graph.Induced] needs them.
func (c Components) Nodes(k int32) []int32 {
	if k < 0 || int(k) >= len(c.Sizes) {
		return nil
	}
	nodes := make([]int32, 0, c.Sizes[k])
	for u, of := range c.Of {
		if of == k {
			nodes = append(nodes, int32(u))
		}
	}
	return nodes
}
