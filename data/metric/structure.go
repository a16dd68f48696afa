package metric

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// StrucEqu measures how well an embedding preserves structural equivalence [SE-PrivGEmb]: Pearson's
// correlation, over all pairs of the given nodes, of the distance between their rows of the
// adjacency matrix and the distance between their vectors. nil means all nodes; the time grows as
// the square of their number. NaN if one of the two distances is the same for all pairs.
//
// The distance of two rows is √(d_u + d_v - 2 · common neighbours), so an embedding that only
// encodes the degrees comes close to 1.
func StrucEqu(g *graph.Graph, embedding [][]float64, nodes []int32) (float64, error) {
	if err := givenGraph(g); err != nil {
		return 0, err
	}
	g = g.Undirected()
	if err := checkEmbedding(embedding, g.N()); err != nil {
		return 0, fmt.Errorf("metric: StrucEqu: %w", err)
	}
	if nodes == nil {
		for u := range int32(g.N()) {
			nodes = append(nodes, u)
		}
	}
	for i, u := range nodes {
		if u < 0 || int(u) >= g.N() {
			return 0, fmt.Errorf("metric: StrucEqu: node %d at position %d is not in 0 … %d", u, i, g.N()-1)
		}
	}
	if !slices.IsSorted(nodes) {
		nodes = slices.Sorted(slices.Values(nodes)) // pairs of a node are with earlier nodes
	}

	vectors, rows, scratch := newVectors(embedding, nodes), make([]moments, len(nodes)), make([]pairs, parallel.Most())
	parallel.Blocks(len(nodes), someRows, func(worker, lo, hi int) {
		p := &scratch[worker]
		if p.shared == nil {
			p.shared = make([]int32, g.N())
		}
		for i := lo; i < hi; i++ {
			p.adjacency(g, nodes, i, i-lo)
		}
		p.vectors(vectors, lo, hi)
		for i := lo; i < hi; i++ {
			x, y := p.x[i-lo][:i], p.y[i-lo][:i]
			roots(x)
			roots(y)
			rows[i] = newMoments(x, y)
		}
	})
	var all moments
	for _, m := range rows {
		all = all.merge(m)
	}
	if all.xx == 0 || all.yy == 0 {
		return math.NaN(), nil
	}
	return all.xy / math.Sqrt(all.xx) / math.Sqrt(all.yy), nil
}

// A block holds the pairs of someRows nodes with earlier ones. Vectors are compared with those of
// someColumns others at a time, which stay in cache meanwhile.
const someRows, someColumns = 8, 16

// pairs holds the distances of one block, initially squared.
type pairs struct {
	x, y   [someRows][]float64 // of rows of the adjacency matrix; of vectors
	shared []int32             // by node, its number of common neighbours with one node; zeros in between
}

// adjacency computes the squared distances of row i, in sorted nodes, to earlier ones.
func (p *pairs) adjacency(g *graph.Graph, nodes []int32, i, at int) {
	u := nodes[i]
	for _, w := range g.Neighbors(u) {
		for _, v := range g.Neighbors(w) {
			if v > u {
				break
			}
			p.shared[v]++
		}
	}
	p.x[at] = slices.Grow(p.x[at][:0], i)[:i]
	d := g.Degree(u)
	for j, v := range nodes[:i] {
		p.x[at][j] = float64(d + g.Degree(v) - 2*int(p.shared[v]))
	}
	clear(p.shared[:u+1])
}

// vectors computes the squared distances of vectors lo … hi-1 to earlier ones.
func (p *pairs) vectors(x vectors, lo, hi int) {
	for i := lo; i < hi; i++ {
		p.y[i-lo] = slices.Grow(p.y[i-lo][:0], i)[:i]
	}
	for j := 0; j < hi-1; j += someColumns {
		for i := max(lo, j+1); i < hi; i++ {
			squares(p.y[i-lo][j:min(j+someColumns, i)], x.row(i), x.data[j*x.width:])
		}
	}
}

// vectors are rows of equal width, a multiple of four, padded with zeros.
type vectors struct {
	data        []float64
	rows, width int
}

func newVectors(embedding [][]float64, nodes []int32) vectors {
	x := vectors{rows: len(nodes)}
	if len(nodes) > 0 {
		x.width = (len(embedding[0]) + 3) &^ 3
	}
	x.data = make([]float64, x.rows*x.width)
	for i, u := range nodes {
		copy(x.row(i), embedding[u])
	}
	return x
}

func (x vectors) row(i int) []float64 { return x.data[i*x.width:][:x.width] }

// squares stores in dst the squared distances of x to consecutive rows of the same length. It uses
// differences, so that equal rows have distance 0.
var squares = squaresGo

func squaresGo(dst, x, rows []float64) {
	for j := range dst {
		row := rows[j*len(x):][:len(x)]
		var a, b, c, d float64 // independent sums
		for k := 0; k+4 <= len(x); k += 4 {
			s, t, v, w := x[k]-row[k], x[k+1]-row[k+1], x[k+2]-row[k+2], x[k+3]-row[k+3]
			a, b, c, d = a+s*s, b+t*t, c+v*v, d+w*w
		}
		dst[j] = (a + b) + (c + d)
	}
}

func roots(x []float64) {
	for i, v := range x {
		x[i] = math.Sqrt(v)
	}
}

func checkEmbedding(embedding [][]float64, n int) error {
	if len(embedding) != n {
		return fmt.Errorf("%d vectors for %d nodes", len(embedding), n)
	}
	for u, x := range embedding {
		if len(x) != len(embedding[0]) {
			return fmt.Errorf("the vector of node %d has %d entries, that of node 0 has %d", u, len(x), len(embedding[0]))
		}
		for i, v := range x {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("entry %d of the vector of node %d is %v", i, u, v)
			}
		}
	}
	return nil
}

// moments holds the means of pairs (x, y) and the sums of squares and products of their deviations.
type moments struct{ n, x, y, xx, yy, xy float64 }

func newMoments(x, y []float64) moments {
	if len(x) == 0 {
		return moments{}
	}
	m := moments{n: float64(len(x)), x: mean(x), y: mean(y)}
	for i := range x {
		dx, dy := x[i]-m.x, y[i]-m.y
		m.xx += dx * dx
		m.yy += dy * dy
		m.xy += dx * dy
	}
	return m
}

// merge returns the moments of the union of two lists.
func (m moments) merge(o moments) moments {
	if m.n == 0 {
		return o
	}
	if o.n == 0 {
		return m
	}
	n := m.n + o.n
	dx, dy, w := o.x-m.x, o.y-m.y, m.n*o.n/n
	return moments{
		n: n, x: m.x + dx*o.n/n, y: m.y + dy*o.n/n,
		xx: m.xx + o.xx + dx*dx*w, yy: m.yy + o.yy + dy*dy*w, xy: m.xy + o.xy + dx*dy*w,
	}
}
