package pairs

import (
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// onOnePair attacks the answer of a pair, and the number of edges.
var onOnePair = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "whether there is one", Runs: 1000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: func(o method.Outcome) ([]float64, error) {
		all, ok := o.Release.(release.Graphs)
		if !ok || all.Collection == nil || len(all.Graphs) == 0 {
			return nil, errors.New("pairs: no graphs to attack")
		}
		return []float64{float64(all.Graphs[0].Graph.M())}, nil
	},
}
