package gen

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Quadrants are the probabilities of the recursive matrix model: that an edge lies in the upper
// left, upper right, lower left or lower right quadrant of the adjacency matrix, at every level.
type Quadrants struct{ A, B, C, D float64 }

// Graph500 returns the quadrants of the Graph500 benchmark.
func Graph500() Quadrants { return Quadrants{0.57, 0.19, 0.19, 0.05} }

// RMAT samples m edges of a graph with 2^scale nodes independently, each by choosing a quadrant
// scale times. Self-loops and duplicates are dropped and counted in the report, so the graph has
// fewer edges.
func RMAT(scale, m int, q Quadrants, o graph.Options, r *rand.Rand) (*graph.Graph, graph.Report, error) {
	if scale < 0 || scale > 30 {
		return nil, graph.Report{}, fmt.Errorf("gen: scale %d, want 0 … 30", scale)
	}
	n := 1 << scale
	if err := check(n, r); err != nil {
		return nil, graph.Report{}, err
	}
	for _, p := range []float64{q.A, q.B, q.C, q.D} {
		if err := probability("a quadrant", p); err != nil {
			return nil, graph.Report{}, err
		}
	}
	if sum := q.A + q.B + q.C + q.D; math.Abs(sum-1) > 1e-9 {
		return nil, graph.Report{}, fmt.Errorf("gen: the quadrants sum to %v, want 1", sum)
	}
	if m < 0 {
		return nil, graph.Report{}, fmt.Errorf("gen: %d edges", m)
	}
	edges := make([]graph.Edge, m)
	for i := range edges {
		var e graph.Edge
		for range scale {
			e.U, e.V = e.U<<1, e.V<<1
			switch x := r.Float64(); {
			case x < q.A:
			case x < q.A+q.B:
				e.V++
			case x < q.A+q.B+q.C:
				e.U++
			default:
				e.U++
				e.V++
			}
		}
		edges[i] = e
	}
	return graph.FromEdges(n, edges, o)
}
