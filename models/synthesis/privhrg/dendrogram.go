package privhrg

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// dendrogram is the state of the chain: a binary tree over n nodes. Vertices are numbered as in
// [graph.Tree], and vertex n stays the root.
type dendrogram struct {
	n     int
	at    []vertex
	total float64 // sum of logL
	of    edges
}

// vertex groups the data of a vertex that a step reads: on large graphs each separate access is a
// cache miss.
type vertex struct {
	parent   int32 // -1 for the root
	size     int32 // leaves below the vertex
	children [2]int32
	edges    float64 // between the two children of an inner vertex
	logL     float64 // of an inner vertex
}

func (d *dendrogram) size(v int32) float64 {
	if int(v) < d.n {
		return 1
	}
	return float64(d.at[v].size)
}

// edges returns the expected number of edges between two disjoint subtrees.
type edges interface {
	between(d *dendrogram, x, y int32) float64
	moved(d *dendrogram, v int32) // v has new children
}

// newDendrogram returns the dendrogram with the given children, in the format of [graph.NewTree].
func newDendrogram(children [][2]int32, of edges) *dendrogram {
	n := len(children) + 1
	d := &dendrogram{
		n: n, at: make([]vertex, 2*n-1), of: of,
	}
	for v := range n {
		d.at[v].size = 1
	}
	for i, below := range children {
		d.at[n+i].children = below
	}
	d.at[n].parent = -1
	order := []int32{int32(n)}
	for i := 0; i < len(order); i++ {
		for _, v := range children[int(order[i])-n] {
			if d.at[v].parent = order[i]; int(v) >= n {
				order = append(order, v)
			}
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		left, right := d.below(v)
		d.at[v].size = d.at[left].size + d.at[right].size
		of.moved(d, v)
	}
	for _, v := range order {
		left, right := d.below(v)
		d.at[v].edges = of.between(d, left, right)
		d.at[v].logL = logL(d.at[v].edges, d.size(left)*d.size(right))
		d.total += d.at[v].logL
	}
	return d
}

// children returns the children in the format of [graph.NewTree].
func (d *dendrogram) children() [][2]int32 {
	list := make([][2]int32, d.n-1)
	for i := range list {
		list[i] = d.at[d.n+i].children
	}
	return list
}

func (d *dendrogram) below(v int32) (left, right int32) {
	of := d.at[v].children
	return of[0], of[1]
}

// logL returns the maximum log-likelihood of edges among pairs under a single probability.
func logL(edges, pairs float64) float64 {
	if edges <= 0 || edges >= pairs {
		return 0
	}
	p := edges / pairs
	return edges*math.Log(p) + (pairs-edges)*math.Log1p(-p) // [PRIVHRG14] Likelihood
}

// sensitivity returns the sensitivity of the log-likelihood to an edge, over all dendrograms of n
// nodes: the effect of the first edge between its two halves.
func sensitivity(n int) float64 {
	pairs := float64(n/2) * float64(n-n/2)
	return math.Log(pairs) + (pairs-1)*math.Log1p(1/max(pairs-1, 1)) // [PRIVHRG14] Sensitivity
}

// step proposes one of the two other arrangements of the three subtrees at an inner vertex and its
// parent. It accepts by the Metropolis rule for the distribution exp(sharp·logL) and reports
// whether it did.
func (d *dendrogram) step(sharp float64, r *rand.Rand) bool {
	if d.n < 3 {
		return false
	}
	low := int32(d.n + 1 + r.IntN(d.n-2)) // any but the root
	a := &d.at[low]
	up := a.parent
	b := &d.at[up]
	s, t := a.children[0], a.children[1]
	if r.IntN(2) == 1 {
		s, t = t, s
	}
	u, other := b.children[0], b.children[1]
	if u == low {
		u = other
	}
	// (s, t), u becomes s, (t, u).
	within, across := a.edges, b.edges
	var e float64
	if d.size(s) < min(d.size(t), d.size(u)) {
		e = across - d.of.between(d, s, u)
	} else {
		e = d.of.between(d, t, u)
	}
	lower := logL(e, d.size(t)*d.size(u))
	upper := logL(within+across-e, d.size(s)*(d.size(t)+d.size(u)))
	gain := lower + upper - a.logL - b.logL
	if gain < 0 && sharp*gain < -r.ExpFloat64() { // [PRIVHRG14] Acceptance
		return false
	}
	a.children, b.children = [2]int32{t, u}, [2]int32{s, low}
	d.at[s].parent, d.at[u].parent = up, low
	a.size = int32(d.size(t) + d.size(u))
	a.edges, b.edges = e, within+across-e
	a.logL, b.logL = lower, upper
	d.total += gain
	d.of.moved(d, low)
	return true
}

// counted counts the edges of a graph.
type counted struct {
	g     *graph.Graph
	stack []int32
}

func (*counted) moved(*dendrogram, int32) {}

// between visits the edges of the smaller subtree.
func (c *counted) between(d *dendrogram, x, y int32) (count float64) {
	if d.size(x) > d.size(y) {
		x, y = y, x
	}
	room := d.at[y].size
	for c.stack = append(c.stack[:0], x); len(c.stack) > 0; {
		v := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if int(v) >= d.n {
			left, right := d.below(v)
			c.stack = append(c.stack, left, right)
			continue
		}
		for _, w := range c.g.Neighbors(v) {
			for w != y && d.at[w].size < room {
				w = d.at[w].parent
			}
			if w == y {
				count++
			}
		}
	}
	return count
}

// random returns the children of a random dendrogram: each set of nodes, in random order, is cut at
// a uniform place.
func random(n int, r *rand.Rand) [][2]int32 {
	leaves, children := r.Perm(n), make([][2]int32, n-1)
	type part struct {
		vertex    int32
		low, high int
	}
	next := int32(n)
	begin := func(low, high int) part {
		if high-low == 1 {
			return part{int32(leaves[low]), low, high}
		}
		next++
		return part{next - 1, low, high}
	}
	for stack := []part{begin(0, n)}; len(stack) > 0; {
		p := stack[len(stack)-1]
		if stack = stack[:len(stack)-1]; p.high-p.low == 1 {
			continue
		}
		middle := p.low + 1 + r.IntN(p.high-p.low-1)
		left, right := begin(p.low, middle), begin(middle, p.high)
		children[int(p.vertex)-n] = [2]int32{left.vertex, right.vertex}
		stack = append(stack, left, right)
	}
	return children
}

// window is the number of steps between two checks for equilibrium.
const window = 1 << 16

// settle runs the chain until the mean log-likelihood of windows hardly changes, for between
// least and most steps per node.
func (d *dendrogram) settle(sharp float64, least, most int, r *rand.Rand) (steps int) {
	const windows, stable, unstable = 5, 0.02, 0.05 // of the change per node
	var changes []float64
	before := math.Inf(-1)
	for {
		sum := 0.0
		for range window {
			d.step(sharp, r)
			sum += d.total
		}
		steps += window
		changes = append(changes, math.Abs(sum/window-before)/float64(d.n))
		before = sum / window
		few, last := 0, changes[max(len(changes)-windows, 0):]
		for _, x := range last {
			if x < stable {
				few++
			}
			if x > unstable {
				few = -windows
			}
		}
		if len(last) == windows && few >= windows-1 && steps > least*d.n || steps > most*d.n { // [PRIVHRG14] Equilibrium
			return steps
		}
	}
}

// sample returns a dendrogram from a chain at equilibrium, as the authors' code does.
func (d *dendrogram) sample(sharp float64, r *rand.Rand) [][2]int32 {
	const settled, apart = 100, 0.25 // steps per node: before sampling, and on average between samples
	for range int((settled + apart*r.ExpFloat64()) * float64(d.n)) {
		d.step(sharp, r)
	}
	return d.children()
}
