package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// Degeneracy returns the largest k for which some nodes have k neighbours or more among
// themselves each: the largest core number.
func Degeneracy[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "degeneracy", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#degeneracy", Test: "TestDegeneracy"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1), gdp.NodeLevel: one(1), gdp.NodeUnbounded: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(float64(slices.Max(metric.Cores(g))))
		},
	})
}

// Density returns the largest number of edges for each node that any nodes have among themselves:
// that of the densest subgraph, rounded up to a multiple of 2⁻¹⁰.
func Density[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	node := 1.0
	if n > 1 {
		node = float64((densityUnit*(n-1)+n-1)/n) / densityUnit
	}
	moved := norms{node, node, node}
	return bounded[N](rel, definition{
		name: "density", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#density", Test: "TestDensity"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {0.5, 0.5, 0.5}, gdp.NodeLevel: moved, gdp.NodeUnbounded: moved},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(float64(density(g)) / densityUnit)
		},
	})
}

// densityUnit is how many units an edge weighs.
const densityUnit = 1 << 10

// density returns the least whole number of units that no subgraph has more of for each node.
//
// Edges give their units to their ends. If no node gets more than most, no subgraph has more than
// most for each of its nodes; and if that cannot be done, a flow that moves units from nodes that
// have too much to others stops at nodes that have more, and from which nothing can be moved
// elsewhere. Their edges have as many units as they have together. So most rises from what a
// subgraph has to what another has, until units are shared out.
func density(g *graph.Graph) int64 {
	kernel, most := denseCore(g)
	s := halves(kernel)
	s.level(most)
	for {
		more := s.settle(most)
		if more == most {
			return most
		}
		most = more
	}
}

// denseCore returns the units of a subgraph for each of its nodes, rounded up, and the subgraph of
// the nodes that any with more belong to. The former is the densest core. In a densest subgraph
// all degrees are no less than its density, for a node of less could go: if that is more, its
// nodes are in the core of a larger number.
func denseCore(g *graph.Graph) (kernel *graph.Graph, most int64) {
	core := metric.Cores(g)
	largest := slices.Max(core)
	edges, nodes := make([]int64, largest+2), make([]int64, largest+2) // from each core on
	for _, k := range core {
		nodes[k]++
	}
	for u, v := range g.Edges() {
		edges[min(core[u], core[v])]++
	}
	for k := len(nodes) - 2; k >= 0; k-- {
		nodes[k] += nodes[k+1]
		edges[k] += edges[k+1]
		if nodes[k] > 0 {
			most = max(most, perNode(edges[k]*densityUnit, nodes[k]))
		}
	}
	var rest []int32
	for u, k := range core {
		if int64(k)*densityUnit > most {
			rest = append(rest, int32(u))
		}
	}
	kernel, err := g.Induced(rest)
	if err != nil {
		panic(err) // rest names nodes of g once each
	}
	return kernel, most
}

// perNode returns so many units for each of some nodes, rounded up.
func perNode(units, nodes int64) int64 { return (units + nodes - 1) / nodes }
