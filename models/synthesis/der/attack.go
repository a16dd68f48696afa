package der

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis"
)

// onCounts attacks the counts of strict, which have nearly all of ε.
var onCounts = method.Attack{
	Worlds: synthesis.OnTwoNodes.Worlds, Looks: synthesis.OnTwoNodes.Looks, Runs: 4000, Settings: []string{"OrderShare=0.02"},
	Make: synthesis.OnTwoNodes.Make, Look: synthesis.HasFirst,
}

// onArrangement attacks one pair of a sparse graph, where arrangements have nearly all of ε:
// whether it comes out tells how much likelier an edge is to do so than another pair.
var onArrangement = method.Attack{
	Worlds: "60 nodes, of which 20 pairs have edges, and nodes 0 and 1 an edge or none", Looks: "whether nodes 0 and 1 have an edge", Runs: 4000,
	Settings: []string{"LabelShare=0.01", "CutShare=0.01", "ArrangeShare=0.9", "Rounds=1"},
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		var rest []graph.Edge
		for u := int32(2); u < 42; u += 2 {
			rest = append(rest, graph.Edge{U: u, V: u + 1})
		}
		return method.Joined(60, rest, graph.Edge{U: 0, V: 1})
	},
	Look: synthesis.HasFirst,
}
