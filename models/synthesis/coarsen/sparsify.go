package coarsen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// resistances returns the effective resistance between nodes of one component, from (L + J)⁻¹,
// where J has blocks of 1/n for components of n nodes.
func (w *weighted) resistances() (func(u, v int32) float64, error) {
	n := w.n()
	of, count := w.components()
	sizes := sizesOf(of, count)
	l := mat.NewSymDense(n, nil)
	for u, row := range w.rows {
		for v := u; v < n; v++ {
			if of[u] == of[v] {
				l.SetSym(u, v, 1/float64(sizes[of[u]]))
			}
		}
		l.SetSym(u, u, l.At(u, u)+w.degree(int32(u)))
		for _, a := range row {
			if int32(u) < a.to {
				l.SetSym(u, int(a.to), l.At(u, int(a.to))-a.w)
			}
		}
	}
	var c mat.Cholesky
	if n > 0 && !c.Factorize(l) {
		return nil, fmt.Errorf("coarsen: Kron: the reduced Laplacian of %d nodes is not positive definite", n)
	}
	inverse := mat.NewSymDense(max(n, 1), nil)
	if n > 0 {
		if err := c.InverseTo(inverse); err != nil {
			return nil, fmt.Errorf("coarsen: Kron: the reduced Laplacian: %w", err)
		}
	}
	return func(u, v int32) float64 {
		return max(0, inverse.At(int(u), int(u))+inverse.At(int(v), int(v))-2*inverse.At(int(u), int(v)))
	}, nil
}

// sparsified samples edges in proportion to weight times resistance and reweights them without
// bias: Spielman and Srivastava, with the constants of PyGSP. first is the number of nodes of the
// original graph.
func (w *weighted) sparsified(first int, r *rand.Rand) (*weighted, error) {
	n := float64(w.n())
	eps := max(min(10/math.Sqrt(float64(first)), 0.3), 2/math.Sqrt(n))
	if eps >= 1 { // four nodes or fewer
		return w, nil
	}
	resistance, err := w.resistances()
	if err != nil {
		return nil, err
	}
	var at []graphEdge
	var sums []float64 // cumulative probabilities, times a constant
	total := 0.0
	for u, row := range w.rows {
		for _, a := range row {
			if int32(u) < a.to {
				total += a.w*resistance(int32(u), a.to) + 1e-4
				at, sums = append(at, graphEdge{int32(u), a.to, a.w}), append(sums, total)
			}
		}
	}
	if len(at) == 0 {
		return w, nil
	}
	draws := int(math.Round(n * math.Log(n) * 9 * (4.0 / 30) * (4.0 / 30) / (eps * eps)))
	counts := make([]int, len(at))
	for range draws {
		counts[min(sort.SearchFloat64s(sums, r.Float64()*total), len(at)-1)]++
	}
	sparse := &weighted{rows: make([][]arc, w.n())}
	for i, e := range at {
		if counts[i] == 0 {
			continue
		}
		probability := sums[i]
		if i > 0 {
			probability -= sums[i-1]
		}
		weight := e.w * float64(counts[i]) / (float64(draws) * probability / total)
		sparse.rows[e.u] = append(sparse.rows[e.u], arc{e.v, weight})
		sparse.rows[e.v] = append(sparse.rows[e.v], arc{e.u, weight})
	}
	return sparse, nil
}

// graphEdge is an edge with its weight.
type graphEdge struct {
	u, v int32
	w    float64
}
