package query

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// CutOfClasses returns the number of edges between nodes of different classes, the private labels 0
// … classes-1. Nodes without a class form a class as well. With a cap below n-1 it is the largest
// total weight of these edges if each weighs at most 1 and those at a node at most cap, as in
// [EdgeCount].
func CutOfClasses[N gdp.Norm](rel gdp.Relation, n, classes, cap int) gdp.Bounded[N] {
	if classes < 1 {
		n = 0 // not valid: refused
	}
	node := one(min(cap, n-1))
	return bounded[N](rel, definition{
		name: fmt.Sprintf("edges between %d private classes", classes), n: n, cap: cap,
		basis:  gdp.Proof{Doc: "proofs/queries.md#private-classes", Test: "TestCutOfClasses"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1), gdp.NodeLevel: node, gdp.NodeUnbounded: node},
		owned: func(g *graph.Graph, net *graph.Network, _ []bool) ([]float64, error) {
			var cut []graph.Edge
			for u, v := range g.Edges() {
				if classOf(net.Labels, classes, u) != classOf(net.Labels, classes, v) {
					cut = append(cut, graph.Edge{U: u, V: v})
				}
			}
			x, err := cappedWeight(g.N(), cut, cap)
			if err != nil {
				return nil, err
			}
			return scalar(x)
		},
	})
}

// MixingOfClasses returns the number of edges within each class of [CutOfClasses] and between each
// two, at index [BlockCell]; nodes without a class come last. The cap applies to each number
// separately.
func MixingOfClasses[N gdp.Norm](rel gdp.Relation, n, classes, cap int) gdp.Bounded[N] {
	if classes < 1 {
		n = 0
	}
	all := max(classes, 0) + 1
	most := min(cap, n-1)
	came := min(all*most, n-1)
	replaced := min((2*all-1)*most, 2*(n-1))
	// For a fixed sum of numbers of at most most each, the sum of squares is largest if as many as
	// possible are equal to most.
	return bounded[N](rel, definition{
		name: fmt.Sprintf("edges of %d private classes", classes), n: n, cap: cap,
		basis: gdp.Proof{Doc: "proofs/queries.md#private-classes", Test: "TestMixingOfClasses"},
		bounds: map[gdp.Relation]norms{
			gdp.EdgeLevel:     one(1),
			gdp.NodeLevel:     {float64(replaced), root(replaced * most), float64(most)},
			gdp.NodeUnbounded: {float64(came), root(came * most), float64(most)},
		},
		owned: func(g *graph.Graph, net *graph.Network, _ []bool) ([]float64, error) {
			cells := make([][]graph.Edge, BlockCells(all))
			for u, v := range g.Edges() {
				c := BlockCell(classOf(net.Labels, classes, u), classOf(net.Labels, classes, v))
				cells[c] = append(cells[c], graph.Edge{U: u, V: v})
			}
			counts := make([]float64, len(cells))
			for c, edges := range cells {
				var err error
				if counts[c], err = cappedWeight(g.N(), edges, cap); err != nil {
					return nil, err
				}
			}
			return counts, nil
		},
	})
}

// classOf returns a node's class, or the last class for a node without one.
func classOf(labels []int32, classes int, u int32) int32 {
	if int(u) >= len(labels) || labels[u] < 0 || int(labels[u]) >= classes {
		return int32(classes)
	}
	return labels[u]
}

// cappedWeight returns the largest total weight of the edges, as in [EdgeCount].
func cappedWeight(n int, edges []graph.Edge, cap int) (float64, error) {
	if len(edges) <= cap {
		return float64(len(edges)), nil
	}
	part, _, err := graph.FromEdges(n, edges, graph.Options{})
	if err != nil {
		return 0, err
	}
	return fractionalEdges(part, cap), nil
}
