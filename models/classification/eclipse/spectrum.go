package eclipse

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// spectrum is a part of the singular value decomposition of the adjacency matrix, which is
// symmetric: Σ s_i sign_i v_i v_iᵀ, the largest s first.
type spectrum struct {
	values  []float64
	signs   []float64
	vectors [][]float64
}

// iterations of the algorithm below.
const iterations = 100

// largest finds the r largest singular values, fewer where there are fewer nodes, by block
// power iteration from random vectors, ten more than asked for.
func largest(g *graph.Graph, r int, rng *rand.Rand) spectrum {
	n := g.N()
	block := make([][]float64, min(n, r+10))
	for i := range block {
		block[i] = make([]float64, n)
		for u := range block[i] {
			block[i][u] = rng.NormFloat64()
		}
	}
	orthonormalise(block)
	for range iterations {
		block = multiply(g, block)
		orthonormalise(block)
	}
	images := multiply(g, block)
	inner := mat.NewSymDense(len(block), nil)
	for i := range block {
		for j := range i + 1 {
			inner.SetSym(i, j, floats.Dot(block[i], images[j]))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(inner, true) {
		return spectrum{}
	}
	lambdas := eigen.Values(nil)
	var turned mat.Dense
	eigen.VectorsTo(&turned)
	order := make([]int, len(lambdas))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(lambdas[j]), math.Abs(lambdas[i])) })
	var s spectrum
	for _, i := range order[:min(r, len(order))] {
		vector := make([]float64, n)
		for k, q := range block {
			floats.AddScaled(vector, turned.At(k, i), q)
		}
		s.values, s.signs, s.vectors = append(s.values, math.Abs(lambdas[i])), append(s.signs, math.Copysign(1, lambdas[i])), append(s.vectors, vector)
	}
	return s
}

// multiply returns the products of the adjacency matrix with vectors.
func multiply(g *graph.Graph, block [][]float64) [][]float64 {
	out := make([][]float64, len(block))
	parallel.Blocks(len(block), 1, func(_, i, _ int) {
		out[i] = make([]float64, g.N())
		for u := range int32(g.N()) {
			sum := 0.0
			for _, v := range g.Neighbors(u) {
				sum += block[i][v]
			}
			out[i][u] = sum
		}
	})
	return out
}

// orthonormalise makes vectors orthogonal, of norm 1 or 0.
func orthonormalise(block [][]float64) {
	for i, x := range block {
		before := floats.Norm(x, 2)
		for range 2 { // once more for what rounding leaves
			for _, q := range block[:i] {
				floats.AddScaled(x, -floats.Dot(q, x), q)
			}
		}
		after := floats.Norm(x, 2)
		if !(after > 1e-10*before) {
			clear(x)
			continue
		}
		floats.Scale(1/after, x)
	}
}

// keep returns the graph of the so many largest cells above the diagonal of the matrix, with
// other singular values; of equal ones the first.
func (s spectrum) keep(n int, values []float64, edges int) (*graph.Graph, error) {
	type cell struct {
		value float64
		edge  graph.Edge
	}
	var kept []cell
	least := math.Inf(-1) // that is sure to be among the largest no more
	cut := func() {
		slices.SortFunc(kept, func(a, b cell) int {
			return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.edge.U, b.edge.U), cmp.Compare(a.edge.V, b.edge.V))
		})
		if len(kept) > edges && edges > 0 {
			kept = kept[:edges]
			least = kept[edges-1].value
		}
	}
	rows := make([]float64, n*len(values)) // of the vectors, by nodes
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
