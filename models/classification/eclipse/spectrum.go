package eclipse

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/metric"
)

// spectrum is a truncated singular value decomposition of the symmetric adjacency matrix, Σ s_i
// sign_i v_i v_iᵀ, largest s first.
type spectrum struct {
	values  []float64
	signs   []float64
	vectors [][]float64
}

// largest returns the r largest singular values, or fewer if there are fewer nodes. Values that a
// search from one random vector does not reach are 0.
func largest(ctx context.Context, g *graph.Graph, r int, rng *rand.Rand) (s spectrum, err error) {
	n := g.N()
	offsets, targets := g.CSR()
	values, vectors, err := metric.Eigenpairs(ctx, func(out, x []float64) {
		parallel.Blocks(n, 256, func(_, lo, hi int) {
			for u := lo; u < hi; u++ {
				sum := 0.0
				for _, v := range targets[offsets[u]:offsets[u+1]] {
					sum += x[v]
				}
				out[u] = sum
			}
		})
	}, n, r, math.Abs, rng)
	for i, x := range values {
		s.values, s.signs, s.vectors = append(s.values, math.Abs(x)), append(s.signs, math.Copysign(1, x)), append(s.vectors, vectors[i])
	}
	for len(s.values) < min(r, n) {
		s.values, s.signs, s.vectors = append(s.values, 0), append(s.signs, 1), append(s.vectors, make([]float64, n))
	}
	return s, err
}

// keep returns the graph of the largest cells above the diagonal of the matrix with other singular
// values, as many as edges; ties go to the first.
func (s spectrum) keep(n int, values []float64, edges int) (*graph.Graph, error) {
	type cell struct {
		value float64
		edge  graph.Edge
	}
	var kept []cell
	least := math.Inf(-1) // certainly not among the largest any more
	cut := func() {
		slices.SortFunc(kept, func(a, b cell) int {
			return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.edge.U, b.edge.U), cmp.Compare(a.edge.V, b.edge.V))
		})
		if len(kept) > edges && edges > 0 {
			kept = kept[:edges]
			least = kept[edges-1].value
		}
	}
	rows := make([]float64, n*len(values)) // of the vectors, by node
	for i := range values {
		for u := range n {
			rows[u*len(values)+i] = s.vectors[i][u]
		}
	}
	left := make([]float64, len(values))
	for u := range n {
		for i, x := range rows[u*len(values):][:len(values)] {
			left[i] = x * values[i] * s.signs[i]
		}
		for v := u + 1; v < n; v++ {
			x := 0.0
			for i, y := range rows[v*len(values):][:len(values)] {
				x += left[i] * y
			}
			if x > least {
				kept = append(kept, cell{x, graph.Edge{U: int32(u), V: int32(v)}})
			}
		}
		if len(kept) > 2*edges+n {
			cut()
		}
	}
	if cut(); edges < 1 {
		kept = nil
	}
	list := make([]graph.Edge, len(kept))
	for i, c := range kept {
		list[i] = c.edge
	}
	g, _, err := graph.FromEdges(n, list, graph.Options{})
	return g, err
}
