package coarsen

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// weighted is a weighted graph without loops. Rows are ascending by node.
type weighted struct {
	rows [][]arc
}

type arc struct {
	to int32
	w  float64
}

func weightedOf(g *graph.Graph) *weighted {
	w := &weighted{rows: make([][]arc, g.N())}
	for u := range w.rows {
		for _, v := range g.Neighbors(int32(u)) {
			if int(v) != u {
				w.rows[u] = append(w.rows[u], arc{v, 1})
			}
		}
	}
	return w
}

func (w *weighted) n() int { return len(w.rows) }

// degree returns the total weight of a node's edges.
func (w *weighted) degree(u int32) (d float64) {
	for _, a := range w.rows[u] {
		d += a.w
	}
	return d
}

// degrees returns the degrees of all nodes.
func (w *weighted) degrees() []float64 {
	d := make([]float64, w.n())
	for u := range d {
		d[u] = w.degree(int32(u))
	}
	return d
}

// contracted returns the graph of parts, whose weights are sums over the edges between them,
// without loops.
func (w *weighted) contracted(part []int32, k int) *weighted {
	c := &weighted{rows: make([][]arc, k)}
	members := make([][]int32, k)
	for u, p := range part {
		members[p] = append(members[p], int32(u))
	}
	sum, seen := make([]float64, k), make([]bool, k)
	for p := range c.rows {
		var touched []int32
		for _, u := range members[p] {
			for _, a := range w.rows[u] {
				q := part[a.to]
				if int(q) == p {
					continue
				}
				if !seen[q] {
					seen[q] = true
					touched = append(touched, q)
				}
				sum[q] += a.w
			}
		}
		slices.Sort(touched)
		for _, q := range touched {
			c.rows[p] = append(c.rows[p], arc{q, sum[q]})
			sum[q], seen[q] = 0, false
		}
	}
	return c
}

// components numbers the connected components, in the order of their first nodes.
func (w *weighted) components() (of []int32, count int) {
	of = make([]int32, w.n())
	for u := range of {
		of[u] = -1
	}
	for u := range of {
		if of[u] >= 0 {
			continue
		}
		of[u] = int32(count)
		for stack := []int32{int32(u)}; len(stack) > 0; {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, a := range w.rows[v] {
				if of[a.to] < 0 {
					of[a.to] = int32(count)
					stack = append(stack, a.to)
				}
			}
		}
		count++
	}
	return of, count
}

// timesLaplacian sets y to L x, for x with several columns, row by row.
func (w *weighted) timesLaplacian(y, x []float64, columns int) {
	for u, row := range w.rows {
		to, from := y[u*columns:(u+1)*columns], x[u*columns:(u+1)*columns]
		clear(to)
		for _, a := range row {
			for j, v := range x[int(a.to)*columns : (int(a.to)+1)*columns] {
				to[j] += a.w * (from[j] - v)
			}
		}
	}
}
