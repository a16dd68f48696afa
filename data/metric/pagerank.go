package metric

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// PageRank returns the stationary distribution of a walk that follows a random edge with
// probability damping, usually 0.85, and otherwise, or from an isolated node, jumps to a random
// node.
//
// The scores are accurate to ten digits and more. They solve
//
//	x_u = 1 + damping · Σ_{v→u} x_v/d_v
//
// up to a common factor, with a residual of at most 10⁻¹² of each x_u, which bounds the sum of all
// errors by 10⁻¹²/(1-damping). The substitution x_u = √d_u y_u makes the equations symmetric;
// conjugate gradients then need a fourth of the passes over the edges of power iteration.
func PageRank(g *graph.Graph, damping float64) ([]float64, error) {
	return pageRank(context.Background(), g, damping)
}

func pageRank(ctx context.Context, g *graph.Graph, damping float64) ([]float64, error) {
	if err := given(ctx, g); err != nil {
		return nil, err
	}
	if !(damping >= 0 && damping < 1) {
		return nil, fmt.Errorf("metric: PageRank: damping %v, want 0 ≤ damping < 1", damping)
	}
	x, missed := walkEquations(ctx, g.Undirected(), damping)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("metric: PageRank: %w", err)
	}
	if missed > 1e-10 {
		return nil, fmt.Errorf("metric: PageRank with damping %v did not converge: residual %.1e", damping, missed)
	}
	total := sum(len(x), func(lo, hi int) float64 {
		return lists.Sum(x[lo:hi])
	})
	for u := range x {
		x[u] /= total
	}
	return x, nil
}

const (
	walkTolerance = 1e-12
	walkPasses    = 100_000 // largest number of passes over the edges
)

// walkEquations solves (D - damping A) z = 1, where x = D z, by conjugate gradients with D as
// preconditioner. It also returns the largest residual relative to a node's score. Isolated nodes
// have 1 in D.
func walkEquations(ctx context.Context, g *graph.Graph, damping float64) (x []float64, missed float64) {
	n := g.N()
	s := newSorted(g.CSR())
	degree, inverse := make([]float64, n), make([]float64, n)
	z, residual := make([]float64, n), make([]float64, n)
	direction, image := make([]float64, n), make([]float64, n)
	meanDegree := float64(len(s.targets)) / float64(n)
	for i := range z {
		d := float64(s.offsets[i+1] - s.offsets[i])
		degree[i] = max(1, d)
		inverse[i] = 1 / degree[i]
		// A walk that never jumps visits nodes in proportion to their degrees.
		z[i] = inverse[i]
		if d > 0 {
			z[i] += damping / (1 - damping) / meanDegree
		}
	}
	missed = math.Inf(1)
	for passes := 0; passes < walkPasses && ctx.Err() == nil; {
		s.times(image, z)
		passes++
		before := missed
		missed = 0
		for i := range residual {
			residual[i] = 1 - (degree[i]*z[i] - damping*image[i])
			direction[i] = residual[i] * inverse[i]
			missed = max(missed, math.Abs(direction[i]/z[i]))
		}
		if missed <= walkTolerance || missed > before/2 { // solved, or as well as rounding permits
			break
		}
		square := dot(residual, direction)
		for solved := false; square > 0 && !solved && passes < walkPasses && ctx.Err() == nil; passes++ {
			step := square / s.sum(func(lo, hi int) float64 {
				s.rows(image, direction, lo, hi)
				degree, direction, image := degree[lo:hi], direction[lo:hi], image[lo:hi]
				t := 0.0
				for i, p := range direction {
					q := degree[i]*p - damping*image[i]
					image[i] = q
					t += p * q
				}
				return t
			})
			last := square
			var missing atomic.Bool
			square = sum(n, func(lo, hi int) float64 {
				z, residual, direction, image := z[lo:hi], residual[lo:hi], direction[lo:hi], image[lo:hi]
				degree, inverse := degree[lo:hi], inverse[lo:hi]
				t, far := 0.0, false
				for i, p := range direction {
					z[i] += step * p
					r := residual[i] - step*image[i]
					residual[i] = r
					t += r * r * inverse[i]
					if math.Abs(r) > walkTolerance/4*degree[i]*z[i] { // a running maximum would be slower
						far = true
					}
				}
				if far {
					missing.Store(true)
				}
				return t
			})
			solved = !missing.Load()
			ratio := square / last
			each(n, func(lo, hi int) {
				residual, direction, inverse := residual[lo:hi], direction[lo:hi], inverse[lo:hi]
				for i, p := range direction {
					direction[i] = residual[i]*inverse[i] + ratio*p
				}
			})
		}
	}
	for i, d := range degree {
		z[i] *= d
	}
	return s.unsort(z), missed
}
