package query

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// MostClustered is the largest cap of [Clustering].
const MostClustered = 1 << 20

// shareUnit is the local clustering coefficient 1 in integer units, in [Clustering]. Sums are exact
// because it is a power of two. Coefficients are rounded down, and the bound also holds for the
// rounded values.
const shareUnit = 1 << 32

// Clustering returns the sum of the local clustering coefficients of all nodes, with a cap on the
// contribution of each edge. An edge contributes to the coefficient of each common neighbour of its
// ends, in total at most cap. Its sensitivity is bounded at edge level only.
func Clustering[N gdp.Norm](rel gdp.Relation, n, cap int) gdp.Bounded[N] {
	name, bound := fmt.Sprintf("local clustering, at most %d per edge", cap), math.NaN()
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
				// Edge i joins nodes i and i+1; the last edge joins the last node and the first.
				for i, e := range [3]int32{edges[1], edges[2], edges[0]} { // opposite node i
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
