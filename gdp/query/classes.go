package query

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// CutOfClasses returns the number of edges between nodes of different classes, which are the
// private labels of nodes: 0 … classes-1, and any other is a class too, that of nodes without one.
// With a cap below n-1 it is the most that these edges can weigh together when each weighs at most
// 1 and those at a node at most cap, as in [EdgeCount].
func CutOfClasses[N gdp.Norm](rel gdp.Relation, n, classes, cap int) gdp.Bounded[N] {
	if classes < 1 {
		n = 0 // which is refused
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

// MixingOfClasses returns the number of edges between each two classes of [CutOfClasses], and
// within each, at the place [BlockCell]; those of nodes without a class come last. The cap is for
// each number by itself.
func MixingOfClasses[N gdp.Norm](rel gdp.Relation, n, classes, cap int) gdp.Bounded[N] {
	if classes < 1 {
		n = 0
	}
	all := max(classes, 0) + 1
	most := min(cap, n-1)
	came := min(all*most, n-1)
	replaced := min((2*all-1)*most, 2*(n-1))
	// Numbers of a sum that are no larger than most have the largest sum of squares when they are.
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

// classOf returns a node's class; those without one have the last.
func classOf(labels []int32, classes int, u int32) int32 {
	if int(u) >= len(labels) || labels[u] < 0 || int(labels[u]) >= classes {
		return int32(classes)
	}
	return labels[u]
}

// cappedWeight is the most that some edges can weigh, as in [EdgeCount].
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
