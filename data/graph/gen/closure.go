package gen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Close swaps edges until the graph has about the given number of triangles, at least. It also
// stops when swaps no longer help, or after about ten seconds (half a minute above 2²⁰ edges). A
// swap replaces edges {v,x} and {w,y} by {v,w} and {x,y}, where v and w are neighbours of a random
// node. Degrees are preserved.
func Close(g *graph.Graph, triangles int, r *rand.Rand) (*graph.Graph, error) {
	return free.Close(g, triangles, r)
}

// Close is [Close] with a watch.
func (w *Watch) Close(g *graph.Graph, triangles int, r *rand.Rand) (*graph.Graph, error) {
	if triangles < 0 {
		return nil, fmt.Errorf("gen: %d triangles", triangles)
	}
	c, err := w.newCloser(g, nil, r)
	if err != nil {
		return nil, err
	}
	c.wanted = min(triangles, c.most())
	begun := c.triangles
	return w.swaps(c, "closing triangles", 60, func() (float64, bool) {
		return 1 - float64(c.wanted-c.triangles)/float64(max(c.wanted-begun, 1)), c.triangles >= c.wanted
	}, func() { c.add(r) })
}

// Target is a number that is known up to an error, such as the scale of its noise.
type Target struct{ Value, Error float64 }

// unit returns the error, or a ten-thousandth of the value where that is larger.
func (t Target) unit() float64 { return max(t.Error, 1e-4*math.Abs(t.Value), 1e-9) }

// off returns the distance from a number, in units.
func (t Target) off(x float64) float64 { return math.Abs(x-t.Value) / t.unit() }

// Match swaps edges until the graph has about the given number of triangles and sum of local
// clustering coefficients. It stops like [Close], and returns graphs of more than 2²⁰ edges
// unchanged. Each swap brings the graph closer to the two targets: it reduces the sum of the
// distances, each divided by the target's error or, if that is larger, a ten-thousandth of its
// value. Degrees are preserved. If blocks gives the block of each node, the numbers of edges within
// and between blocks are preserved too.
func Match(g *graph.Graph, triangles, clustering Target, blocks []int32, r *rand.Rand) (*graph.Graph, error) {
	return free.Match(g, triangles, clustering, blocks, r)
}

// Match is [Match] with a watch.
func (w *Watch) Match(g *graph.Graph, triangles, clustering Target, blocks []int32, r *rand.Rand) (*graph.Graph, error) {
	for _, t := range [2]Target{triangles, clustering} {
		if math.IsNaN(t.Value) || math.IsInf(t.Value, 0) || !(t.Error >= 0) {
			return nil, fmt.Errorf("gen: a target of %v with an error of %v", t.Value, t.Error)
		}
	}
	if g != nil && g.M() > many {
		return g, nil
	}
	c, err := w.newCloser(g, blocks, r)
	if err != nil {
		return nil, err
	}
	c.weigh(g)
	c.sought = [2]Target{triangles, clustering}
	begun := c.off(0, 0)
	return w.swaps(c, "matching triangles", 60, func() (float64, bool) {
		off := c.off(0, 0)
		return 1 - off/begun, off < 0.2
	}, func() { c.match(r) })
}

// many is the number of edges above which the edge table does not fit in cache.
const many = 1 << 20

// swaps tries swaps until done reports the end. It gives up after patience attempts per edge
// without another thousandth of the target.
func (w *Watch) swaps(c *closer, what string, patience int, done func() (share float64, end bool), try func()) (*graph.Graph, error) {
	most := 1 << 33          // total work in nanoseconds
	if len(c.edges) > many { // scans wait for memory, and take several times as long
		most = 1 << 32
	}
	limit := patience * (len(c.edges) + 1)
	w.Begin(what)
	c.work = 0
	for tries, mark := 0, 0.0; tries < limit && c.work < most && len(c.edges) > 0; tries++ {
		share, end := done()
		if end {
			break
		}
		if share > mark+1e-3 {
			tries, mark = 0, share
		}
		if w.Ended(int(1000*max(share, float64(c.work)/float64(most))), 1000) {
			return nil, w.Err()
		}
		try()
	}
	for u := range len(c.first) - 1 {
		slices.Sort(c.at(int32(u)))
	}
	if closed, ok := graph.FromSymmetric(c.first, c.ends); ok {
		return closed, nil
	}
	return nil, fmt.Errorf("gen: edge swaps left self-loops or parallel edges")
}

// closer is a graph whose edges are swapped. Degrees and the positions of rows are fixed.
type closer struct {
	first      []int64
	ends       []int32      // neighbours of u: ends[first[u]:first[u+1]], in any order
	edges      []graph.Edge // initial edges; their first ends are distributed by degree
	joined     *PairSet     // edges with an end whose list is long
	blocks     []int32      // by node; nil for a single block
	alike      [][]int32    // ends of edges, by block
	triangles  int
	wanted     int       // by Close
	clustering float64   // sum of the local clustering coefficients
	sought     [2]Target // triangles and clustering, by Match
	weight     []float64 // by node, of a triangle in its coefficient; nil if irrelevant
	work       int       // of attempts and scans of neighbours, in nanoseconds with data in cache
}

func (w *Watch) newCloser(g *graph.Graph, blocks []int32, r *rand.Rand) (*closer, error) {
	if g == nil || g.Directed() {
		return nil, fmt.Errorf("gen: closing triangles needs an undirected graph")
	}
	if blocks != nil && len(blocks) != g.N() {
		return nil, fmt.Errorf("gen: blocks of %d nodes for a graph of %d", len(blocks), g.N())
	}
	for u, b := range blocks {
		if b < 0 || int(b) >= g.N() {
			return nil, fmt.Errorf("gen: node %d is in block %d, want 0 … %d", u, b, g.N()-1)
		}
	}
	if err := check(g.N(), r); err != nil {
		return nil, err
	}
	c := &closer{blocks: blocks, edges: make([]graph.Edge, 0, g.M())}
	c.first, c.ends = g.CSR()
	c.ends = slices.Clone(c.ends)
	listed := 0
	for u, v := range g.Edges() {
		if w.Ended(0, 0) {
			return nil, w.Err()
		}
		c.edges = append(c.edges, graph.Edge{U: u, V: v})
		if c.long(u, v) {
			listed++
		}
	}
	c.joined = NewPairSet(2*listed + 16)
	for _, e := range c.edges {
		if w.Ended(0, 0) {
			return nil, w.Err()
		}
		if c.long(e.U, e.V) {
			c.joined.Add(e)
		}
	}
	var total atomic.Int64
	parallel.Blocks(len(c.edges), stride, func(_, lo, hi int) {
		if w.Err() != nil {
			return
		}
		all := 0
		for _, e := range c.edges[lo:hi] {
			count, _, _ := c.over(e.U, e.V)
			all += count
		}
		total.Add(int64(all))
	})
	c.triangles = int(total.Load() / 3)
	return c, w.Err()
}

// most returns the number of triangles if all neighbours of each node were joined.
func (c *closer) most() int {
	wedges := 0
	for u := range int32(len(c.first) - 1) {
		wedges += len(c.at(u)) * (len(c.at(u)) - 1) / 2
	}
	return wedges / 3
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

// weigh prepares [closer.match].
func (c *closer) weigh(g *graph.Graph) {
	c.weight = make([]float64, g.N())
	for u := range c.weight {
		if d := float64(g.Degree(int32(u))); d > 1 {
			c.weight[u] = 2 / (d * (d - 1))
		}
	}
	for _, e := range c.edges {
		_, sum, _ := c.over(e.U, e.V)
		c.clustering += sum / 3
	}
	c.alike = make([][]int32, 1)
	if len(c.blocks) > 0 {
		c.alike = make([][]int32, slices.Max(c.blocks)+1)
	}
	for u := range int32(g.N()) {
		for range c.at(u) {
			c.alike[c.block(u)] = append(c.alike[c.block(u)], u)
		}
	}
}

// over counts the triangles over a pair of nodes, and sums their weights. It also returns its work
// in nanoseconds, with data in cache.
func (c *closer) over(u, v int32) (count int, sum float64, work int) {
	add := func(w int32) {
		count++
		if c.weight != nil {
			sum += c.weight[w]
		}
	}
	list, other := c.fewer(u, v)
	if more := c.at(other); len(more) <= short {
		work = len(list) + len(more)
		var seen [4]uint64 // bits of nodes in list, possibly shared
		for _, w := range list {
			seen[uint32(w)>>6&3] |= 1 << (uint32(w) & 63)
		}
		for _, w := range more {
			if seen[uint32(w)>>6&3]>>(uint32(w)&63)&1 != 0 && slices.Contains(list, w) {
				add(w)
			}
		}
	} else {
		work = 10 * len(list) // the table is outside of the inner caches
		for _, w := range list {
			if w != other && c.joined.Has(ordered(w, other)) {
				add(w)
			}
		}
	}
	if c.weight != nil {
		sum += float64(count) * (c.weight[u] + c.weight[v])
	}
	return count, sum, work
}

// put replaces edge {u,v} by {u,w} at u.
func (c *closer) put(u, v, w int32) {
	list := c.at(u)
	i, last := slices.Index(list, v), len(list)-1
	list[i] = list[last]
	list[last] = w
}

// off returns the sum of the distances from both targets, after changes of triangles and
// clustering.
func (c *closer) off(triangles int, clustering float64) float64 {
	return c.sought[0].off(float64(c.triangles+triangles)) + c.sought[1].off(c.clustering+clustering)
}

// accepts reports whether changes of triangles and clustering bring the graph closer to its
// targets.
func (c *closer) accepts(triangles int, clustering float64) bool {
	if c.weight == nil {
		return triangles > 0 && triangles < 2*(c.wanted-c.triangles)
	}
	return c.off(triangles, clustering) < c.off(0, 0)
}

// any returns a random neighbour of a node that has one.
func (c *closer) any(u int32, r *rand.Rand) int32 { return c.at(u)[r.IntN(len(c.at(u)))] }

// end returns an end of a random edge.
func (c *closer) end(r *rand.Rand) int32 {
	e := c.edges[r.IntN(len(c.edges))]
	if r.IntN(2) == 0 {
		return e.V
	}
	return e.U
}

// match tries a swap that adds triangles or one that removes some.
func (c *closer) match(r *rand.Rand) {
	few, low := float64(c.triangles) < c.sought[0].Value, c.clustering < c.sought[1].Value
	if few && low || few != low && r.IntN(2) == 0 {
		c.add(r)
	} else {
		c.remove(r)
	}
}

// add tries a swap that joins two neighbours of a random node.
func (c *closer) add(r *rand.Rand) {
	c.work += 60
	u := c.end(r)
	v, w := c.any(u, r), c.any(u, r)
	if v == w || c.has(v, w) {
		return
	}
	x, y := c.any(v, r), c.any(w, r)
	if x != u && y != u && (c.block(x) == c.block(w) || c.block(y) == c.block(v)) {
		c.try(v, x, w, y)
	}
}

// remove tries a swap of an edge of a random triangle. The block of w is that of x.
func (c *closer) remove(r *rand.Rand) {
	c.work += 60
	u := c.end(r)
	v, x := c.any(u, r), c.any(u, r)
	if v == x || !c.has(v, x) {
		return
	}
	alike := c.alike[c.block(x)]
	w := alike[r.IntN(len(alike))]
	if y := c.any(w, r); v != w && !c.has(v, w) {
		c.try(v, x, w, y)
	}
}

// try swaps {v,x} and {w,y}, where v and w are not joined, if that brings the graph closer to its
// targets.
func (c *closer) try(v, x, w, y int32) {
	if x == y || x == w || y == v || c.has(x, y) {
		return
	}
	if triangles, clustering := c.gain(v, x, w, y); c.accepts(triangles, clustering) {
		c.swap(v, x, w, y)
		c.triangles += triangles
		c.clustering += clustering
	}
}

// block returns the block of a node.
func (c *closer) block(u int32) int32 {
	if c.blocks == nil {
		return 0
	}
	return c.blocks[u]
}

// gain returns the changes of triangles and clustering by a swap.
func (c *closer) gain(v, x, w, y int32) (triangles int, clustering float64) {
	for i, e := range [4]graph.Edge{{U: v, V: w}, {U: x, V: y}, {U: v, V: x}, {U: w, V: y}} {
		count, sum, work := c.over(e.U, e.V)
		c.work += work
		if i >= 2 {
			count, sum = -count, -sum
		}
		triangles += count
		clustering += sum
	}
	lose := func(u, v, w int32) { // counted over an edge that is removed
		triangles--
		if c.weight != nil {
			clustering -= c.weight[u] + c.weight[v] + c.weight[w]
		}
	}
	if c.has(x, w) {
		lose(v, w, x)
		lose(x, y, w)
	}
	if c.has(v, y) {
		lose(v, w, y)
		lose(x, y, v)
	}
	return triangles, clustering
}

// swap replaces {v,x} and {w,y} by {v,w} and {x,y}.
func (c *closer) swap(v, x, w, y int32) {
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
	c.put(v, x, w)
	c.put(x, v, y)
	c.put(w, y, v)
	c.put(y, w, x)
}
