package synthesis

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// OnTwoNodes attacks the smallest graph: two nodes with or without an edge.
var OnTwoNodes = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "whether there is one", Runs: 1000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: HasFirst,
}

// OnSparse attacks one pair of a sparse graph: an edge is more likely to be released there than at
// a pair without one.
func OnSparse(edges int32) *method.Attack {
	return &method.Attack{
		Worlds: fmt.Sprintf("60 nodes, of which %d pairs have edges, and nodes 0 and 1 an edge or none", edges),
		Looks:  "whether nodes 0 and 1 have an edge", Runs: 4000,
		Make: func(gdp.Relation) ([2]*graph.Network, error) {
			return method.Joined(60, matching(edges), graph.Edge{U: 0, V: 1})
		},
		Look: HasFirst,
	}
}

// OnList attacks the noisy degree list by the number of nodes with a neighbour.
var OnList = method.Attack{
	Worlds: "120 nodes, of which 40 pairs have an edge and no other, and nodes 0 and 1 an edge or none", Looks: "how many nodes have a neighbour", Runs: 4000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(120, matching(40), graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		g, ok := o.Release.(release.Graph)
		if !ok || g.Network == nil || g.Graph == nil {
			return nil, fmt.Errorf("synthesis: the attack needs a released graph, and the outcome has none")
		}
		count := 0.0
		for _, d := range g.Graph.Degrees() {
			count += min(float64(d), 1)
		}
		return []float64{count}, nil
	},
}

// matching returns the edges 2–3, 4–5 and so on.
func matching(pairs int32) (edges []graph.Edge) {
	for u := int32(2); u < 2+2*pairs; u += 2 {
		edges = append(edges, graph.Edge{U: u, V: u + 1})
	}
	return edges
}

// HasFirst reports whether the released graph has the edge 0–1.
func HasFirst(o method.Outcome) ([]float64, error) {
	g, ok := o.Release.(release.Graph)
	if !ok || g.Network == nil || g.Graph == nil {
		return nil, fmt.Errorf("synthesis: the attack needs a released graph, and the outcome has none")
	}
	if g.Graph.HasEdge(0, 1) {
		return []float64{1}, nil
	}
	return []float64{0}, nil
}
