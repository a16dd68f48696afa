package metric

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp/graph"
)

// StrucEqu tells how well an embedding keeps structural equivalence
// [SE-PrivGEmb]: Pearson's correlation, over all pairs of the given nodes, of the
// distance between their rows of the adjacency matrix and the distance between
// their vectors. No nodes (nil) means all; the time grows as the square of their
// number. NaN when one of the two distances is the same for all pairs.
//
// The distance of two rows is √(d_u + d_v - 2 · common neighbours), so that an
// embedding that holds nothing but the degrees comes close to 1.
func StrucEqu(g *graph.Graph, embedding [][]float64, nodes []int32) (float64, error) {
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

	rows := make([]moments, len(nodes))
	common := make([][]int32, workers())
	blocks(len(nodes), 16, func(worker, lo, hi int) {
		if common[worker] == nil {
			common[worker] = make([]int32, g.N())
		}
		shared := common[worker]
		x, y := make([]float64, hi), make([]float64, hi)
		for i := lo; i < hi; i++ {
			u := nodes[i]
			for _, w := range g.Neighbors(u) {
				for _, v := range g.Neighbors(w) {
					shared[v]++
				}
			}
			for j, v := range nodes[:i] {
				x[j] = math.Sqrt(float64(g.Degree(u) + g.Degree(v) - 2*int(shared[v])))
				square := 0.0
				for k, a := range embedding[u] {
					d := a - embedding[v][k]
					square += d * d
				}
				y[j] = math.Sqrt(square)
			}
			rows[i] = newMoments(x[:i], y[:i])
			for _, w := range g.Neighbors(u) {
				for _, v := range g.Neighbors(w) {
					shared[v] = 0
				}
			}
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

// moments are the means of pairs (x, y) and the sums of the squares and products
// of the deviations from them.
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

// merge gives the moments of two lists together.
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
