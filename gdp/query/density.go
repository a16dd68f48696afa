package query

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// Degeneracy returns the largest core number: the largest k such that some subgraph has minimum
// degree k.
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

// Density returns the number of edges per node in the densest subgraph, rounded up to a multiple of
// 2⁻¹⁰.
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

// densityUnit is the weight of an edge in units.
const densityUnit = 1 << 10

// density returns the density of the densest subgraph in units per node, rounded up.
//
// Each edge distributes its units to its ends. If no node receives more than most, no subgraph has
// more than most units per node. Otherwise a flow moves units away from overloaded nodes until no
// more can be moved. The nodes that it reaches then hold exactly the units of their own edges, more
// than most per node. So most rises from the density of one subgraph to that of another, until a
// distribution exists.
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

// denseCore returns a lower bound on the density, in units per node, rounded up, and the subgraph
// of the nodes that a denser subgraph can contain. The bound is the density of the densest core. In
// a densest subgraph no degree is below its density, since removing such a node would increase it.
// So its nodes lie in the core of the next larger number.
func denseCore(g *graph.Graph) (kernel *graph.Graph, most int64) {
	core := metric.Cores(g)
	largest := slices.Max(core)
	edges, nodes := make([]int64, largest+2), make([]int64, largest+2) // cumulative, from the highest core down
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

// perNode returns the units per node, rounded up.
func perNode(units, nodes int64) int64 { return (units + nodes - 1) / nodes }

// CoreQuantiles returns core numbers by rank: rank 1 is the largest, rank n the smallest. An edge
// moves each by at most one, all in the same direction. Its sensitivity is bounded at edge level
// only.
func CoreQuantiles[N gdp.Norm](rel gdp.Relation, n int, ranks []int) gdp.Bounded[N] {
	ranks = slices.Clone(ranks)
	made := n
	for _, r := range ranks {
		if r < 1 || r > n {
			made = 0
		}
	}
	if len(ranks) == 0 {
		made = 0
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("core numbers of the ranks %v", ranks), n: made, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#core-quantiles", Test: "TestCoreQuantiles"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: {float64(len(ranks)), root(len(ranks)), 1}},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			core := metric.Cores(g)
			slices.Sort(core)
			values := lists.Map(ranks, func(r int) float64 { return float64(core[n-r]) })
			return values, nil
		},
	})
}
