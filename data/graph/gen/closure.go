package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// Close swaps edges until the graph has about the given number of triangles, or swaps no longer
// help, or attempts have scanned too many neighbours: about ten seconds of work, half a minute for
// more than 2²⁰ edges. Degrees are preserved. A pair {v,w} of neighbours of a random node replaces
// an edge at v and one at w, whose other ends are joined too, if this increases the number of
// triangles.
func Close(g *graph.Graph, triangles int, r *rand.Rand) (*graph.Graph, error) {
	return free.Close(g, triangles, r)
}

// Close is [Close] with a watch.
func (w *Watch) Close(g *graph.Graph, triangles int, r *rand.Rand) (*graph.Graph, error) {
	if g == nil || g.Directed() {
		return nil, fmt.Errorf("gen: closing triangles needs an undirected graph")
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
	c, err := w.newCloser(g)
	if err != nil {
		return nil, err
	}
	const patience = 60 // attempts per edge since the last gain of a thousandth
	most := 1 << 33     // total work in nanoseconds
	if g.M() > 1<<20 {  // scans wait for memory, and take several times as long
		most = 1 << 32
	}
	limit := patience * (len(c.edges) + 1)
	w.Begin("closing triangles")
	begun, wanted := c.triangles, max(triangles-c.triangles, 0)
	c.work = 0
	for tries, mark := 0, c.triangles; c.triangles < triangles && tries < limit && c.work < most && len(c.edges) > 0; tries++ {
		if w.Ended(max(c.triangles-begun, int(float64(wanted)*float64(c.work)/float64(most))), wanted) {
			return nil, w.Err()
		}
		c.exchange(triangles-c.triangles, r)
		if c.triangles > mark+triangles/1000 {
			tries, mark = 0, c.triangles
		}
	}
	for u := range int32(g.N()) {
		slices.Sort(c.at(u))
	}
	if closed, ok := graph.FromSymmetric(c.first, c.ends); ok {
		return closed, nil
	}
	return nil, fmt.Errorf("gen: edge swaps left self-loops or parallel edges")
}

// closer is a graph whose edges are swapped. Degrees and the positions of rows are fixed.
type closer struct {
	first     []int64
	ends      []int32      // neighbours of u: ends[first[u]:first[u+1]], in any order
	edges     []graph.Edge // initial edges; their first ends are distributed by degree
	joined    *PairSet     // edges with an end whose list is long
	triangles int
	work      int // of attempts and scans of neighbours, in nanoseconds with data in cache
}

func (w *Watch) newCloser(g *graph.Graph) (*closer, error) {
	c := &closer{edges: make([]graph.Edge, 0, g.M())}
	c.first, c.ends = g.CSR()
	c.ends = slices.Clone(c.ends)
	many := 0
	for u, v := range g.Edges() {
		if w.Ended(0, 0) {
			return nil, w.Err()
		}
		c.edges = append(c.edges, graph.Edge{U: u, V: v})
		if c.long(u, v) {
			many++
		}
	}
	c.joined = NewPairSet(2*many + 16)
	for _, e := range c.edges {
		if w.Ended(0, 0) {
			return nil, w.Err()
		}
		if c.long(e.U, e.V) {
			c.joined.Add(e)
		}
	}
	for _, e := range c.edges {
		if w.Ended(0, 0) {
			return nil, w.Err()
		}
		c.triangles += c.common(e.U, e.V)
	}
	c.triangles /= 3
	return c, nil
}

// at lists the neighbours of a node.
func (c *closer) at(u int32) []int32 { return c.ends[c.first[u]:c.first[u+1]] }

// short is the length of a list that is searched faster than the table of all edges, which does not
// fit in cache.
const short = 32

// long reports whether one of two nodes has a list longer than short.
func (c *closer) long(u, v int32) bool { return len(c.at(u)) > short || len(c.at(v)) > short }

// fewer returns the shorter list of neighbours of two nodes, and the other node.
func (c *closer) fewer(u, v int32) ([]int32, int32) {
	if len(c.at(u)) > len(c.at(v)) {
		u, v = v, u
	}
	return c.at(u), v
}

func (c *closer) has(u, v int32) bool {
	if list, other := c.fewer(u, v); len(list) <= short {
		return slices.Contains(list, other)
	}
	return c.joined.Has(ordered(u, v))
}

// common counts the common neighbours of two nodes.
func (c *closer) common(u, v int32) (count int) {
	list, other := c.fewer(u, v)
	if more := c.at(other); len(more) <= short {
		c.work += len(list) + len(more)
		var seen [4]uint64 // bits of nodes in list, possibly shared
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
	c.work += 10 * len(list) // the table is outside of the inner caches
	for _, w := range list {
		if w != other && c.joined.Has(ordered(w, other)) {
			count++
		}
	}
	return count
}

// swap replaces edge {u,v} by {u,w} at u.
func (c *closer) swap(u, v, w int32) {
	list := c.at(u)
	i, last := slices.Index(list, v), len(list)-1
	list[i] = list[last]
	list[last] = w
}

// exchange tries one swap, which must not overshoot the target by more than the remaining gap.
func (c *closer) exchange(wanted int, r *rand.Rand) {
	c.work += 60
	e := c.edges[r.IntN(len(c.edges))]
	u := e.U
	if r.IntN(2) == 0 {
		u = e.V
	}
	any := func(u int32) int32 { return c.at(u)[r.IntN(len(c.at(u)))] }
	v, w := any(u), any(u)
	if v == w || c.has(v, w) {
		return
	}
	x, y := any(v), any(w)
	if x == u || y == u || x == y || x == w || y == v || c.has(x, y) {
		return
	}
	gain := c.common(v, w) + c.common(x, y) - c.common(v, x) - c.common(w, y)
	for _, lost := range [2][2]int32{{x, w}, {v, y}} { // closed over an edge that is removed
		if c.has(lost[0], lost[1]) {
			gain -= 2
		}
	}
	if gain > 0 && gain < 2*wanted {
		for _, e := range [2]graph.Edge{ordered(v, x), ordered(w, y)} {
			if c.long(e.U, e.V) {
				c.joined.Remove(e)
			}
		}
		for _, e := range [2]graph.Edge{ordered(v, w), ordered(x, y)} {
			if c.long(e.U, e.V) {
				c.joined.Add(e)
			}
		}
		c.swap(v, x, w)
		c.swap(x, v, y)
		c.swap(w, y, v)
		c.swap(y, w, x)
		c.triangles += gain
	}
}
