package query

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// MostClustered is the largest cap that [Clustering] takes.
const MostClustered = 1 << 20

// shareUnit is what a node counts whose neighbours are all joined, in [Clustering]. It is a power
// of two, so that sums are exact. Shares are rounded down, and the bound holds for them too.
const shareUnit = 1 << 32

// Clustering returns the sum over all nodes of the share of their pairs of neighbours that are
// joined, in which no edge counts for more than cap: an edge counts for the pair that it is of each
// common neighbour of its ends. It has a bound at edge level alone.
func Clustering[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	name, bound := fmt.Sprintf("clustering, at most %d an edge", cap), math.NaN()
	if cap >= 1 && cap <= MostClustered {
		bound = float64(cap) + 4/(float64(cap)+1)
	}
	return bounded[N](rel, definition{
		name: name, n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#clustering", Test: "TestClustering"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {bound, bound, bound}},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			counts, sum := make([]int64, g.M()), int64(0)
			eachTriangle(g, func(nodes, edges triangle) {
				// Edge i joins nodes i and i+1, and the last one the first and the last.
				for i, e := range [3]int32{edges[1], edges[2], edges[0]} { // opposite to node i
					d := int64(g.Degree(nodes[i]))
					counts[e] += 2 * shareUnit / (d * (d - 1))
				}
			})
			for _, c := range counts {
				sum += min(c, int64(cap)*shareUnit)
			}
			return scalar(float64(sum) / shareUnit)
		},
	})
}
