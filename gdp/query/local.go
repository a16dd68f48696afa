package query

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// LocalTriangles is the number of triangles at edge level, with its local sensitivity. An edge
// moves the number by the common neighbours of its ends. The largest number of common neighbours
// moves by at most one.
func LocalTriangles(n int) gdp.Local {
	return local("triangles", n, 1, gdp.Proof{Doc: "proofs/queries.md#triangles-near-a-graph", Test: "TestLocalTriangles"}, func(g *graph.Graph) int64 {
		number, _ := metric.Triangles(g)
		return number
	}, func(g *graph.Graph) int64 {
		return int64(mostCommon(g))
	})
}

// ClusteringUnit is the local clustering coefficient 1 in the units of [LocalClustering].
const ClusteringUnit = 3 << 20

// LocalClustering is the sum of the local clustering coefficients at edge level, with its local
// sensitivity. Coefficients are in units of 1/[ClusteringUnit], rounded down. An edge moves the
// coefficient of each end by at most 1, and that of each common neighbour by the share of one pair.
func LocalClustering(n int) gdp.Local { return clusteringBy(n, fewNeighbours) }

// fewNeighbours is the degree up to which the reach weighs nodes by degree; at least 3. Above it
// the share of a pair is so small that the number of nodes suffices.
const fewNeighbours = 64

func clusteringBy(n, few int) gdp.Local {
	const unit = ClusteringUnit / 3 * 4
	return local("local clustering", n, unit, gdp.Proof{Doc: "proofs/queries.md#clustering-near-a-graph", Test: "TestLocalClustering"}, func(g *graph.Graph) (sum int64) {
		_, triangles := metric.Triangles(g)
		for u, t := range triangles {
			if d := uint64(g.Degree(int32(u))); d > 1 {
				high, low := bits.Mul64(uint64(t), 2*ClusteringUnit)
				share, _ := bits.Div64(high, low, d*(d-1))
				sum += int64(share)
			}
		}
		return sum
	}, func(g *graph.Graph) int64 {
		low := mostShared(g, func(degree int) int64 {
			if degree > few {
				return 0
			}
			return pairShare(degree)
		})
		moved := 2*ClusteringUnit + low + int64(mostCommon(g))*pairShare(few+1)
		return (moved + unit - 1) / unit
	})
}

// pairShare returns the share of one pair of neighbours in the coefficient of a node, rounded up.
func pairShare(degree int) int64 {
	d := int64(degree)
	if d < 2 {
		return 0
	}
	return (2*ClusteringUnit + d*(d-1) - 1) / (d * (d - 1))
}

// mostShared returns the largest total weight of the common neighbours of two nodes, with weights
// by degree. Nodes are processed by the total weight of all their neighbours, and the search ends
// when that is no larger than the best found.
func mostShared(g *graph.Graph, weight func(degree int) int64) int64 {
	n := g.N()
	own, all, order := make([]int64, n), make([]int64, n), make([]int32, n)
	for u := range int32(n) {
		own[u], order[u] = weight(int(g.Degree(u))), u
	}
	for u := range int32(n) {
		for _, w := range g.Neighbors(u) {
			all[u] += own[w]
		}
	}
	slices.SortFunc(order, func(u, v int32) int { return cmp.Compare(all[v], all[u]) })
	var most atomic.Int64
	sums := make([][]int64, parallel.Most())
	parallel.Blocks(n, 16, func(worker, lo, hi int) {
		if all[order[lo]] <= most.Load() {
			return
		}
		if sums[worker] == nil {
			sums[worker] = make([]int64, n)
		}
		sum, best := sums[worker], int64(0)
		for _, u := range order[lo:hi] {
			for _, w := range g.Neighbors(u) {
				if own[w] == 0 {
					continue
				}
				for _, v := range g.Neighbors(w) {
					if sum[v] += own[w]; v != u {
						best = max(best, sum[v])
					}
				}
			}
			for _, w := range g.Neighbors(u) {
				if own[w] > 0 {
					for _, v := range g.Neighbors(w) {
						sum[v] = 0
					}
				}
			}
		}
		for x := most.Load(); best > x && !most.CompareAndSwap(x, best); x = most.Load() {
		}
	})
	return most.Load()
}

func local(name string, n int, unit int64, basis gdp.Proof, number, reach func(g *graph.Graph) int64) gdp.Local {
	of := func(eval func(g *graph.Graph) int64) func(*gdp.Data) (int64, error) {
		return func(data *gdp.Data) (int64, error) {
			switch {
			case data.Network == nil:
				return 0, fmt.Errorf("query: %s: the data are a collection, not one graph", name)
			case n < 2 || data.Network.Graph.N() != n:
				return 0, fmt.Errorf("query: %s: made for %d nodes, the graph has %d; want 2 at least", name, n, data.Network.Graph.N())
			}
			return eval(data.Network.Graph.Undirected()), nil
		}
	}
	return gdp.LocalQuery(name, gdp.EdgeLevel, unit, basis, of(number), of(reach)).OnNodes(n)
}

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
