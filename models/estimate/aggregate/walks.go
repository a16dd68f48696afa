package aggregate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/gdp"
)

// Walks is personalised PageRank from all nodes, started in proportion to degree: the mass at a
// node is then proportional to its own degree, and the effect of one edge depends on Alpha alone.
type Walks struct {
	Alpha  float64 // probability that a lazy walk ends before a step
	Rounds int     // number of terms, including the start
}

// MostWalkers is the largest number of nodes for which rounding is small beside the bound.
const MostWalkers = 1 << 17

// Sum returns α Σ_k (1-α)^k D W^k times the rows, where W is the lazy walk: for each node the mean
// row at the end of its walks, times its degree.
func (w Walks) Sum(g *graph.Graph, r Rows) []float64 {
	now, next, out := r.values, make([]float64, len(r.values)), make([]float64, len(r.values))
	for weight, k := w.Alpha, 1; ; weight, k = weight*(1-w.Alpha), k+1 {
		for i, x := range now {
			out[i] += weight * float64(g.Degree(int32(i/r.columns))) * x
		}
		if k == w.Rounds {
			return out
		}
		parallel.Blocks(g.N(), 256, func(_, lo, hi int) {
			for u := lo; u < hi; u++ {
				row, share := next[u*r.columns:][:r.columns], 0.5/float64(max(1, g.Degree(int32(u))))
				clear(row)
				for _, v := range g.Neighbors(int32(u)) {
					for i, x := range now[int(v)*r.columns:][:r.columns] {
						row[i] += x
					}
				}
				for i, x := range now[u*r.columns:][:r.columns] {
					row[i] = 0.5*x + share*row[i]
				}
			}
		})
		if now, next = next, now; k == 1 {
			next = make([]float64, len(now)) // and not the rows
		}
	}
}

// Bound is the sensitivity of [Walks.Sum] to an edge: √2 + 2k for D W^k, for every graph, plus
// rounding.
func (w Walks) Bound(nodes int) gdp.L2 {
	bound, weight := 0.0, w.Alpha
	for k := range w.Rounds {
		bound += weight * (math.Sqrt2 + 2*float64(k))
		weight *= 1 - w.Alpha
	}
	n := float64(nodes)
	return gdp.L2(bound*(1+0x1p-40) + n*math.Sqrt(n)*(n+8)*float64(w.Rounds)*0x1p-51)
}

// Query is the sum at edge level. The name identifies the rows.
func (w Walks) Query(name string, nodes int, r Rows) gdp.Bounded[gdp.L2] {
	basis := gdp.Proof{Doc: "proofs/aggregate.md#walks", Test: "TestOneEdgeMovesWalksByTheirBound"}
	return gdp.Query(fmt.Sprintf("%s, %+v", name, w), gdp.EdgeLevel, w.Bound(nodes), basis, func(d *gdp.Data) ([]float64, error) {
		return w.Sum(d.Network.Graph.Undirected(), r), nil
	}).OnNodes(nodes)
}

// Random returns public rows of random signs, of norm 1.
func Random(nodes, columns int, seed uint64) Rows {
	signs := make([]float64, nodes*columns)
	r := rand.New(rand.NewPCG(seed, 0x52))
	for i := range signs {
		signs[i] = float64(2*r.IntN(2) - 1)
	}
	return Unit(columns, signs)
}
