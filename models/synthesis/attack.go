package synthesis

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// OnTwoNodes attacks the smallest graph: all of its edges are one.
var OnTwoNodes = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "whether there is one", Runs: 1000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: HasFirst,
}

// HasFirst looks at whether nodes 0 and 1 have an edge in a graph that was released.
func HasFirst(o method.Outcome) ([]float64, error) {
	g, ok := o.Release.(release.Graph)
	if !ok || g.Network == nil || g.Graph == nil {
		return nil, fmt.Errorf("drawn: the attack is on a graph, and there is none")
	}
	if g.Graph.HasEdge(0, 1) {
		return []float64{1}, nil
	}
	return []float64{0}, nil
}
