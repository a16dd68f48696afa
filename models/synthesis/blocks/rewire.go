package blocks

import (
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
)

// rewirer rewires a graph to close triangles. It keeps degrees to within one and the edge counts
// between communities.
type rewirer struct {
	of           []int32 // community of each node
	near         [][]int32
	degrees      []int     // to keep
	triangles    []float64 // at each node
	all, wanted  float64   // sums over nodes
	shares       []float64 // of each node's pairs of neighbours to close
	share        float64   // factor on shares
	here, beside []bool    // marked neighbours of the current node and of another
	work, most   int       // neighbours visited, and the limit
}

const (
	sweeps = 40   // the most turns of each node
	least  = 0.05 // where a sweep closes less than this part of the missing triangles, shares grow
	growth = 1.3  // factor by which they grow
	effort = 2000 // limit of visited neighbours per node and edge
)

// rewire moves edges until the graph has the given number of triangles or no move helps.
func rewire(g *graph.Graph, of []int32, shares []float64, triangles float64, r *rand.Rand) (*graph.Graph, error) {
	c := newRewirer(g, of, shares, triangles)
	for range sweeps {
		before := c.all
		for _, u := range r.Perm(g.N()) {
			if c.all >= c.wanted || c.work > c.most {
				return c.graph()
			}
			c.turn(int32(u), r)
		}
		if c.all-before < least*(c.wanted-before) {
			c.share *= growth
		}
	}
	return c.graph()
}

func newRewirer(g *graph.Graph, of []int32, shares []float64, triangles float64) *rewirer {
	n := g.N()
	total, at := metric.Triangles(g)
	c := &rewirer{
		of: of, shares: shares, near: make([][]int32, n), degrees: make([]int, n), triangles: make([]float64, n), all: 3 * float64(total), wanted: 3 * triangles,
		here: make([]bool, n), beside: make([]bool, n), most: effort * (n + g.M()),
	}
	pairs := 0.0
	for u := range int32(n) {
		c.near[u], c.degrees[u], c.triangles[u] = slices.Clone(g.Neighbors(u)), g.Degree(u), float64(at[u])
		pairs += shares[u] * pairsOf(g.Degree(u))
	}
	if c.share = 1; pairs > 0 {
		c.share = c.wanted / pairs
	}
	return c
}

func (c *rewirer) graph() (*graph.Graph, error) {
	var edges []graph.Edge
	for u, list := range c.near {
		for _, v := range list {
			if int32(u) < v {
				edges = append(edges, graph.Edge{U: int32(u), V: v})
			}
		}
	}
	g, _, err := graph.FromEdges(len(c.near), edges, graph.Options{})
	return g, err
}

// pairsOf returns the number of pairs of d neighbours.
func pairsOf(d int) float64 { return float64(d) * float64(d-1) / 2 }

// lacks reports whether a node has fewer triangles than its share.
func (c *rewirer) lacks(u int32) bool {
	return c.triangles[u] < c.share*c.shares[u]*pairsOf(len(c.near[u]))
}

// turn lets node u, if it lacks triangles, replace neighbours. Each try replaces a neighbour v by a
// node w of v's community with which u shares a neighbour.
func (c *rewirer) turn(u int32, r *rand.Rand) {
	if !c.lacks(u) {
		return
	}
	for _, v := range c.near[u] {
		c.here[v] = true
	}
	any := func(x int32) int32 { return c.near[x][r.IntN(len(c.near[x]))] }
	for range len(c.near[u]) {
		if !c.lacks(u) {
			break
		}
		between := any(u)
		w, i := any(between), r.IntN(len(c.near[u]))
		v := c.near[u][i]
		if w == u || c.here[w] || v == between || c.of[v] != c.of[w] || !c.lacks(w) {
			continue
		}
		gain := c.countMarked(w, c.here, v) - c.countMarked(v, c.here, v)
		if gain <= 0 {
			continue
		}
		other := int32(-1)
		if c.offDegree(v, -1) || c.offDegree(w, 1) { // w must give one of its neighbours to v
			var lost float64
			if other, lost = c.compensate(u, v, w, r); other < 0 || gain <= lost {
				continue
			}
		}
		c.replace(u, i, w)
		if other >= 0 {
			c.move(other, w, v)
		}
	}
	for _, v := range c.near[u] {
		c.here[v] = false
	}
}

// offDegree reports whether by more neighbours would put a node more than one off its degree.
func (c *rewirer) offDegree(u int32, by int) bool {
	d := len(c.near[u]) + by - c.degrees[u]
	return d > 1 && by > 0 || d < -1 && by < 0
}

// countMarked counts the marked neighbours of a node, except one.
func (c *rewirer) countMarked(u int32, marked []bool, but int32) (count float64) {
	c.work += len(c.near[u])
	for _, x := range c.near[u] {
		if marked[x] && x != but {
			count++
		}
	}
	return count
}

// compensate chooses a neighbour x of w to give to v after u has replaced v by w, or -1. It returns
// the number of triangles lost.
func (c *rewirer) compensate(u, v, w int32, r *rand.Rand) (x int32, lost float64) {
	x = c.near[w][r.IntN(len(c.near[w]))]
	if x == u || x == v {
		return -1, 0
	}
	c.mark(v, true)
	joined := c.beside[x]
	with := c.countMarked(x, c.beside, u)
	c.mark(v, false)
	if joined {
		return -1, 0
	}
	c.mark(w, true)
	lost = c.countMarked(x, c.beside, u) - with
	c.mark(w, false)
	if c.here[x] { // the triangle u, w, x
		lost++
	}
	return x, lost
}

func (c *rewirer) mark(u int32, on bool) {
	c.work += len(c.near[u])
	for _, x := range c.near[u] {
		c.beside[x] = on
	}
}

// count adds by, 1 or -1, for each triangle over the edge u–v; u's neighbours are marked.
func (c *rewirer) count(u, v int32, marked []bool, by float64) {
	c.work += len(c.near[v])
	for _, x := range c.near[v] {
		if marked[x] {
			c.triangles[x] += by
			c.triangles[u] += by
			c.triangles[v] += by
			c.all += 3 * by
		}
	}
}

// replace replaces the i-th neighbour of u, the current node, by w.
func (c *rewirer) replace(u int32, i int, w int32) {
	v := c.near[u][i]
	c.here[v] = false
	c.count(u, v, c.here, -1)
	c.near[v] = without(c.near[v], u)
	c.count(u, w, c.here, 1)
	c.near[u][i], c.near[w], c.here[w] = w, append(c.near[w], u), true
}

// move replaces x's neighbour w by v.
func (c *rewirer) move(x, w, v int32) {
	c.near[x], c.near[w] = without(c.near[x], w), without(c.near[w], x)
	c.mark(x, true)
	c.count(x, w, c.beside, -1)
	c.count(x, v, c.beside, 1)
	c.mark(x, false)
	c.near[x], c.near[v] = append(c.near[x], v), append(c.near[v], x)
}

// without removes a node from a list; it does not keep the order.
func without(list []int32, v int32) []int32 {
	last := len(list) - 1
	list[slices.Index(list, v)] = list[last]
	return list[:last]
}
