package metric

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// PageRank returns the stationary distribution of a walk that follows a random
// edge with probability damping, usually 0.85, and else, or from a node without
// edges to follow, jumps to any node. On a directed graph the walk follows arcs.
//
// The scores are right to ten digits and more. They solve
//
//	x_u = 1 + damping · Σ_{v→u} x_v/d_v
//
// up to a common factor, and are computed until no x_u misses its equation by
// more than 10⁻¹² of itself, which bounds the sum of all errors by
// 10⁻¹²/(1-damping). On an undirected graph x_u = √d_u y_u makes the equations
// symmetric, and conjugate gradients solve them in a fourth of the passes over
// the edges that power iteration needs; on a directed graph it is that iteration.
func PageRank(g *graph.Graph, damping float64) ([]float64, error) {
	if err := givenGraph(g); err != nil {
		return nil, err
	}
	if !(damping >= 0 && damping < 1) {
		return nil, fmt.Errorf("metric: PageRank: damping %v, want 0 ≤ damping < 1", damping)
	}
	solve := walkEquations
	if g.Directed() {
		solve = walkSteps
	}
	x, missed := solve(g, damping)
	if missed > 1e-10 {
		return nil, fmt.Errorf("metric: PageRank with damping %v did not converge: an equation is missed by %.1e", damping, missed)
	}
	total := sum(len(x), func(lo, hi int) float64 {
		t := 0.0
		for _, s := range x[lo:hi] {
			t += s
		}
		return t
	})
	for u := range x {
		x[u] /= total
	}
	return x, nil
}

const (
	walkTolerance = 1e-12
	walkPasses    = 100_000 // over the edges, before giving up
)

// walkSteps runs power iteration. It also returns the largest share of its score
// by which a node misses its equation.
func walkSteps(g *graph.Graph, damping float64) (x []float64, missed float64) {
	n := g.N()
	offsets, targets := g.InCSR()
	x = make([]float64, n)
	share, arriving := make([]float64, n), make([]float64, n)
	for u := range x {
		x[u] = 1
	}
	for range walkPasses {
		for u := range x {
			share[u] = x[u] / float64(max(1, g.Degree(int32(u))))
		}
		neighborSums(arriving, offsets, targets, share)
		missed = 0
		for u := range x {
			next := 1 + damping*arriving[u]
			missed = max(missed, math.Abs(next-x[u])/next)
			x[u] = next
		}
		if missed <= walkTolerance {
			break
		}
	}
	return x, missed
}

// walkEquations solves (I - damping D^-½ A D^-½) y = D^-½ 1 by the method of
// conjugate gradients and returns √D y, and what walkSteps returns beside it.
func walkEquations(g *graph.Graph, damping float64) (x []float64, missed float64) {
	n := g.N()
	offsets, targets := g.CSR()
	root := make([]float64, n) // √d, 1 for an isolated node
	y, residual, direction := make([]float64, n), make([]float64, n), make([]float64, n)
	image, share, arriving := make([]float64, n), make([]float64, n), make([]float64, n)
	apply := func(v []float64) { // image = (I - damping D^-½ A D^-½) v
		each(n, func(lo, hi int) {
			for u := lo; u < hi; u++ {
				share[u] = v[u] / root[u]
			}
		})
		neighborSums(arriving, offsets, targets, share)
		each(n, func(lo, hi int) {
			for u := lo; u < hi; u++ {
				image[u] = v[u] - damping*arriving[u]/root[u]
			}
		})
	}
	meanDegree := float64(len(targets)) / float64(n)
	for u := range root {
		d := float64(g.Degree(int32(u)))
		root[u] = math.Sqrt(max(1, d))
		// A walk that never jumps is at a node as often as its degree says.
		y[u] = 1 / root[u]
		if d > 0 {
			y[u] += damping / (1 - damping) * d / meanDegree / root[u]
		}
	}
	worst := func() float64 {
		m := 0.0
		for u, r := range residual {
			m = max(m, math.Abs(r/y[u]))
		}
		return m
	}

	missed = math.Inf(1)
	for passes := 0; passes < walkPasses; {
		apply(y)
		passes++
		for u := range residual {
			residual[u] = 1/root[u] - image[u]
		}
		before := missed
		missed = worst()
		if missed <= walkTolerance || missed > before/2 { // solved, or as well as rounding lets it
			break
		}
		copy(direction, residual)
		square := dot(residual, residual)
		for square > 0 && worst() > walkTolerance/4 && passes < walkPasses {
			apply(direction)
			passes++
			step := square / dot(direction, image)
			addScaled(y, step, direction)
			addScaled(residual, -step, image)
			last := square
			square = dot(residual, residual)
			each(n, func(lo, hi int) {
				for u := lo; u < hi; u++ {
					direction[u] = residual[u] + square/last*direction[u]
				}
			})
		}
	}
	for u := range y {
		y[u] *= root[u]
	}
	return y, missed
}
