package coarsen

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

const (
	testVectors = 10 // K of Loukas' code
	relaxations = 20 // Jacobi iterations of Loukas' code
)

// summary contracts disjoint edges of small algebraic distance, the shortest first, level by level,
// with new test vectors on each level.
func (Matched) summary(ctx context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error) {
	c := &contraction{k: k, sets: func(w *weighted, fewer int) [][]int32 { return matching(w, fewer, r) }}
	return c.run(ctx, g)
}

// matching returns disjoint edges up to the given number, the shortest first; ties go to the first
// by node.
func matching(w *weighted, most int, r *rand.Rand) (sets [][]int32) {
	x := relaxed(w, r)
	type edge struct {
		u, v     int32
		distance float64
	}
	var edges []edge
	for u, row := range w.rows {
		for _, a := range row {
			if int32(u) < a.to {
				edges = append(edges, edge{int32(u), a.to, distance(x, int32(u), a.to)})
			}
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(a.distance, b.distance) })
	marked := make([]bool, w.n())
	for _, e := range edges {
		if len(sets) == most {
			break
		}
		if !marked[e.u] && !marked[e.v] {
			marked[e.u], marked[e.v] = true, true
			sets = append(sets, []int32{e.u, e.v})
		}
	}
	return sets
}

// distance returns the algebraic distance: the largest difference over the test vectors. Ron, Safro
// and Brandt 2011, p = ∞.
func distance(x []float64, u, v int32) (d float64) {
	for j := range testVectors {
		d = max(d, math.Abs(x[int(u)*testVectors+j]-x[int(v)*testVectors+j]))
	}
	return d
}

// relaxed returns random vectors smoothed by Jacobi iterations with weight 1/2 for L x = 0: each
// iteration averages a node's value with its neighbours' mean.
func relaxed(w *weighted, r *rand.Rand) []float64 {
	n := w.n()
	x, y, d := normals(n*testVectors, r), make([]float64, n*testVectors), w.degrees()
	for range relaxations {
		w.timesLaplacian(y, x, testVectors)
		for u := range n {
			for j := u * testVectors; j < (u+1)*testVectors && d[u] > 0; j++ {
				x[j] -= y[j] / (2 * d[u])
			}
		}
	}
	return x
}
