package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// Close exchanges ends of edges until the graph has about as many triangles as wanted, or exchanges
// stop to help, or there were 2²⁷ attempts. Every node keeps its degree. A pair {v,w} of neighbours
// of a random node is joined in exchange for an edge at v and one at w, whose other ends are joined
// too, if there are more triangles after that than before.
func Close(g *graph.Graph, triangles int, r *rand.Rand) (*graph.Graph, error) {
	if g == nil || g.Directed() {
		return nil, fmt.Errorf("gen: want an undirected graph to close triangles of")
	}
	if triangles < 0 {
		return nil, fmt.Errorf("gen: %d triangles", triangles)
	}
	if err := check(g.N(), r); err != nil {
		return nil, err
	}
	wedges := 0
	for u := range int32(g.N()) {
		wedges += g.Degree(u) * (g.Degree(u) - 1) / 2
	}
	triangles = min(triangles, wedges/3)
	c := newCloser(g)
	const (
		patience = 60      // attempts an edge since the last gain of a thousandth
		most     = 1 << 27 // attempts in all: minutes, which millions of edges alone can need
	)
	limit := patience * (len(c.edges) + 1)
	for all, tries, mark := 0, 0, c.triangles; c.triangles < triangles && tries < limit && all < most && len(c.edges) > 0; all, tries = all+1, tries+1 {
		c.exchange(triangles-c.triangles, r)
		if c.triangles > mark+triangles/1000 {
			tries, mark = 0, c.triangles
		}
	}
	edges := make([]graph.Edge, 0, len(c.edges))
	for u, list := range c.neighbours {
		for _, v := range list {
			if int32(u) < v {
				edges = append(edges, graph.Edge{U: int32(u), V: v})
			}
		}
	}
	return undirected(g.N(), edges)
}

// closer is a graph whose edges are exchanged.
type closer struct {
	neighbours [][]int32
	edges      []graph.Edge // at the start; their first ends have places by degree
	joined     *pairSet
	triangles  int
}

func newCloser(g *graph.Graph) *closer {
	c := &closer{neighbours: make([][]int32, g.N()), joined: newPairSet(2*g.M() + 16)}
	for u := range int32(g.N()) {
		c.neighbours[u] = append([]int32(nil), g.Neighbors(u)...)
	}
	for u, v := range g.Edges() {
		c.edges = append(c.edges, graph.Edge{U: u, V: v})
		c.joined.add(ordered(u, v))
	}
	for _, e := range c.edges {
		c.triangles += c.common(e.U, e.V)
	}
	c.triangles /= 3
	return c
}

// short is the length of a list that is searched faster than the table of all edges, which lies
// outside of the caches.
const short = 32

// fewer returns the shorter list of neighbours of two nodes, and the other node.
func (c *closer) fewer(u, v int32) ([]int32, int32) {
	if len(c.neighbours[u]) > len(c.neighbours[v]) {
		u, v = v, u
	}
	return c.neighbours[u], v
}

func (c *closer) has(u, v int32) bool {
	if list, other := c.fewer(u, v); len(list) <= short {
		return slices.Contains(list, other)
	}
	return c.joined.has(ordered(u, v))
}

// common counts the common neighbours of two nodes.
func (c *closer) common(u, v int32) (count int) {
	list, other := c.fewer(u, v)
	if more := c.neighbours[other]; len(more) <= short {
		var seen [4]uint64 // bits of nodes in list, some of them shared
		for _, w := range list {
			seen[uint32(w)>>6&3] |= 1 << (uint32(w) & 63)
		}
		for _, w := range more {
			if seen[uint32(w)>>6&3]>>(uint32(w)&63)&1 != 0 && slices.Contains(list, w) {
				count++
			}
		}
		return count
	}
	for _, w := range list {
		if w != other && c.joined.has(ordered(w, other)) {
			count++
		}
	}
	return count
}

func (c *closer) join(u, v int32) {
	c.joined.add(ordered(u, v))
	c.neighbours[u], c.neighbours[v] = append(c.neighbours[u], v), append(c.neighbours[v], u)
}

func (c *closer) part(u, v int32) {
	c.joined.remove(ordered(u, v))
	for _, ends := range [2][2]int32{{u, v}, {v, u}} {
		list := c.neighbours[ends[0]]
		for i, w := range list {
			if w == ends[1] {
				list[i] = list[len(list)-1]
				c.neighbours[ends[0]] = list[:len(list)-1]
				break
			}
		}
	}
}

// exchange tries one exchange, which must not pass what is still wanted by more than it
// falls short.
func (c *closer) exchange(wanted int, r *rand.Rand) {
	e := c.edges[r.IntN(len(c.edges))]
	u := e.U
	if r.IntN(2) == 0 {
		u = e.V
	}
	any := func(u int32) int32 { return c.neighbours[u][r.IntN(len(c.neighbours[u]))] }
	v, w := any(u), any(u)
	if v == w || c.has(v, w) {
		return
	}
	x, y := any(v), any(w)
	if x == u || y == u || x == y || x == w || y == v || c.has(x, y) {
		return
	}
	gain := c.common(v, w) + c.common(x, y) - c.common(v, x) - c.common(w, y)
	for _, lost := range [2][2]int32{{x, w}, {v, y}} { // closed over an edge that goes
		if c.has(lost[0], lost[1]) {
			gain -= 2
		}
	}
	if gain > 0 && gain < 2*wanted {
		c.part(v, x)
		c.part(w, y)
		c.join(v, w)
		c.join(x, y)
		c.triangles += gain
	}
}
