package coarsen

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// summary keeps k nodes and the Schur complement of the Laplacian on them, sparsified. On each
// level it keeps half of the nodes by the eigenvector of the largest eigenvalue. Every other node
// joins the kept node that a random walk from it most likely reaches first. Components without a
// kept node form one supernode. Edges within a supernode, which the complement does not contain,
// are counted.
func (Reduced) summary(ctx context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error) {
	e, err := reduced(ctx, weightedOf(g), k, r)
	if err != nil {
		return nil, err
	}
	clusters := e.nearest(k)
	if slices.Contains(clusters, -1) { // one supernode for components without a kept node
		if e, err = reduced(ctx, weightedOf(g), k-1, r); err != nil {
			return nil, err
		}
		clusters = e.nearest(k - 1)
		for u, c := range clusters {
			if c < 0 {
				clusters[u] = int32(k - 1)
			}
		}
	}
	small, err := e.small().sparsified(g.N(), r)
	if err != nil {
		return nil, err
	}
	s := &dpgs.SummaryGraph{Clusters: clusters, Sizes: sizesOf(clusters, k)}
	within := make([]float64, k)
	for u, v := range g.Edges() {
		if clusters[u] == clusters[v] {
			within[clusters[u]]++
		}
	}
	for a, x := range within {
		if x > 0 {
			s.Cells = append(s.Cells, gen.Cell{A: int32(a), B: int32(a), Edges: x})
		}
		if a < small.n() {
			for _, b := range small.rows[a] {
				if int32(a) < b.to {
					s.Cells = append(s.Cells, gen.Cell{A: int32(a), B: b.to, Edges: b.w})
				}
			}
		}
	}
	return s, nil
}

// elimination eliminates nodes from a graph, one by one.
type elimination struct {
	rows  [][]arc
	order []int32 // eliminated nodes
	walks [][]arc // their random-walk transitions at that time
	gone  []bool
	spare []arc // room for a row
}

func newElimination(w *weighted) *elimination {
	e := &elimination{rows: make([][]arc, w.n()), walks: make([][]arc, w.n()), gone: make([]bool, w.n())}
	for u, row := range w.rows {
		e.rows[u] = slices.Clone(row)
	}
	return e
}

// eliminate replaces a node by edges between its neighbours, w_ij += w_iv w_vj / d_v: one step of
// the Schur complement.
func (e *elimination) eliminate(v int32) {
	row, d := e.rows[v], 0.0
	for _, a := range row {
		d += a.w
	}
	walk := lists.Map(row, func(a arc) arc { return arc{a.to, a.w / d} })
	for _, a := range row {
		row := joined(e.spare[:0], e.rows[a.to], walk, a.w, v, a.to)
		e.rows[a.to], e.spare = row, e.rows[a.to]
	}
	e.rows[v], e.walks[v], e.gone[v] = nil, walk, true
	e.order = append(e.order, v)
}

// joined appends the sum of a row and a multiple of another one, without two nodes.
func joined(sum, row, other []arc, times float64, without, self int32) []arc {
	sum = slices.Grow(sum, len(row)+len(other))
	for len(row) > 0 || len(other) > 0 {
		var next arc
		switch {
		case len(other) == 0 || len(row) > 0 && row[0].to < other[0].to:
			next, row = row[0], row[1:]
		case len(row) == 0 || other[0].to < row[0].to:
			next, other = arc{other[0].to, times * other[0].w}, other[1:]
		default:
			next, row, other = arc{row[0].to, row[0].w + times*other[0].w}, row[1:], other[1:]
		}
		if next.to != without && next.to != self {
			sum = append(sum, next)
		}
	}
	return sum
}

// turn is a queued node with the length of its row at that time.
type turn struct {
	node   int32
	degree int
}

// eliminateAll eliminates nodes, those with the fewest neighbours first. The order affects the
// work, not the result.
func (e *elimination) eliminateAll(ctx context.Context, nodes []int32) error {
	l := &heapOf[turn]{less: func(a, b turn) bool { return a.degree < b.degree || a.degree == b.degree && a.node < b.node }}
	for _, v := range nodes {
		l.list = append(l.list, turn{v, len(e.rows[v])})
	}
	heap.Init(l)
	for l.Len() > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := heap.Pop(l).(turn)
		if now := len(e.rows[t.node]); now > t.degree {
			heap.Push(l, turn{t.node, now})
			continue
		}
		e.eliminate(t.node)
	}
	return nil
}

// left returns the remaining nodes.
func (e *elimination) left() (nodes []int32) {
	for u, gone := range e.gone {
		if !gone {
			nodes = append(nodes, int32(u))
		}
	}
	return nodes
}

// small returns the graph of the remaining nodes, in order.
func (e *elimination) small() *weighted {
	nodes, at := e.left(), make([]int32, len(e.rows))
	for i, u := range nodes {
		at[u] = int32(i)
	}
	w := &weighted{rows: make([][]arc, len(nodes))}
	for i, u := range nodes {
		for _, a := range e.rows[u] {
			w.rows[i] = append(w.rows[i], arc{at[a.to], a.w})
		}
	}
	return w
}

// reduced keeps k nodes. On each level it keeps half of them, those with the largest entries in the
// eigenvector of the Laplacian's largest eigenvalue: Shuman, Faraji and Vandergheynst 2016, as in
// Loukas' code.
func reduced(ctx context.Context, w *weighted, k int, r *rand.Rand) (*elimination, error) {
	e := newElimination(w)
	for {
		nodes := e.left()
		if len(nodes) <= k {
			return e, nil
		}
		x := e.small().oscillation(r)
		places := graph.Nodes(len(nodes))
		slices.SortStableFunc(places, func(a, b int32) int { return cmp.Compare(x[b], x[a]) })
		out := lists.Map(places[max(len(nodes)/2, k):], func(p int32) int32 { return nodes[p] })
		if err := e.eliminateAll(ctx, out); err != nil {
			return nil, err
		}
	}
}

const (
	powerSteps     = 1000
	powerTolerance = 1e-6
)

// oscillation returns the eigenvector of the Laplacian's largest eigenvalue, by power iteration,
// with a nonnegative first entry.
func (w *weighted) oscillation(r *rand.Rand) []float64 {
	x, y := normals(w.n(), r), make([]float64, w.n())
	for range powerSteps {
		w.timesLaplacian(y, x, 1)
		norm, change := 0.0, 0.0
		for _, v := range y {
			norm += v * v
		}
		if norm == 0 {
			break // no edges
		}
		norm = math.Sqrt(norm)
		for i := range y {
			y[i] /= norm
			change += (y[i] - x[i]) * (y[i] - x[i])
		}
		x, y = y, x
		if change < powerTolerance*powerTolerance {
			break
		}
	}
	if x[0] < 0 {
		for i := range x {
			x[i] = -x[i]
		}
	}
	return x
}

// columnsAtOnce bounds the memory of nearest.
const columnsAtOnce = 256

// nearest returns for each node the index, among the k remaining nodes, of the one that a random
// walk on the original graph most likely reaches first, or -1 if it reaches none.
func (e *elimination) nearest(k int) []int32 {
	n := len(e.rows)
	best, of := make([]float64, n), make([]int32, n)
	for u := range of {
		of[u] = -1
	}
	nodes := e.left()
	for from := 0; from < k; from += columnsAtOnce {
		width := min(columnsAtOnce, k-from)
		p := make([]float64, n*width)
		for i, u := range nodes[from : from+width] {
			p[int(u)*width+i], of[u] = 1, int32(from+i)
		}
		for i := len(e.order) - 1; i >= 0; i-- { // nodes eliminated after v are done
			v := int(e.order[i])
			row := p[v*width : (v+1)*width]
			for _, a := range e.walks[v] {
				for j, x := range p[int(a.to)*width : (int(a.to)+1)*width] {
					row[j] += a.w * x
				}
			}
			for j, x := range row {
				if x > best[v]*(1+1e-9) { // ties go to the first
					best[v], of[v] = x, int32(from+j)
				}
			}
		}
	}
	return of
}
