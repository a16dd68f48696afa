package query

import (
	"fmt"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// LocalTriangles returns the number of triangles at edge level, for noise of its local sensitivity:
// an edge moves it by the common neighbours of its ends, and how many these are at most by one.
func LocalTriangles(n int) gdp.Local {
	return local("triangles", n, 1, gdp.Proof{Doc: "proofs/queries.md#triangles-near-a-graph", Test: "TestLocalTriangles"}, func(g *graph.Graph) (number, reach int64) {
		number, _ = metric.Triangles(g)
		return number, int64(mostCommon(g))
	})
}

// ClusteringUnit is what a node counts whose neighbours are all joined, in [LocalClustering].
const ClusteringUnit = 1 << 20

// LocalClustering returns the sum over all nodes of the share of their pairs of neighbours that are
// joined, each in units of 1/[ClusteringUnit] and rounded down, at edge level and for noise of its
// local sensitivity: an edge moves its ends and their common neighbours, each by 1 at most.
func LocalClustering(n int) gdp.Local {
	return local("local clustering", n, ClusteringUnit, gdp.Proof{Doc: "proofs/queries.md#clustering-near-a-graph", Test: "TestLocalClustering"}, func(g *graph.Graph) (number, reach int64) {
		_, triangles := metric.Triangles(g)
		for u, t := range triangles {
			if d := uint64(g.Degree(int32(u))); d > 1 {
				high, low := bits.Mul64(uint64(t), 2*ClusteringUnit)
				share, _ := bits.Div64(high, low, d*(d-1))
				number += int64(share)
			}
		}
		return number, int64(mostCommon(g)) + 2
	})
}

func local(name string, n int, unit int64, basis gdp.Proof, eval func(g *graph.Graph) (number, reach int64)) gdp.Local {
	return gdp.LocalQuery(name, gdp.EdgeLevel, unit, basis, func(data *gdp.Data) (number, reach int64, err error) {
		switch {
		case data.Network == nil:
			return 0, 0, fmt.Errorf("query: %s: the data are a collection, not one graph", name)
		case n < 2 || data.Network.Graph.N() != n:
			return 0, 0, fmt.Errorf("query: %s: made for %d nodes, the graph has %d; want 2 at least", name, n, data.Network.Graph.N())
		}
		number, reach = eval(data.Network.Graph.Undirected())
		return number, reach, nil
	}).OnNodes(n)
}
