package tmf

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// onBand attacks one pair of a graph with edges at a fifth of the pairs, far more than the count's
// noise.
var onBand = method.Attack{
	Worlds: "100 nodes on a ring, joined to the nodes up to ten apart, and nodes 0 and 1 an edge or none", Looks: "whether nodes 0 and 1 have an edge", Runs: 2000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		var rest []graph.Edge
		for u := range int32(100) {
			for far := int32(1); far <= 10; far++ {
				if v := (u + far) % 100; u+v != 1 {
					rest = append(rest, graph.Edge{U: u, V: v})
				}
			}
		}
		return method.Joined(100, rest, graph.Edge{U: 0, V: 1})
	},
	Look: synthesis.HasFirst,
}

// onClique attacks the last pair of a clique. Where it is no edge, and one pair is to be missing,
// this is the pair unless an edge did not pass: what is missing then is filled up with it.
var onClique = method.Attack{
	Worlds: "4 nodes, all pairs edges, or all but nodes 0 and 1", Looks: "whether these are all that is missing", Runs: 4000, Settings: []string{"CountShare=0.9"},
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(4, []graph.Edge{{U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		there, err := synthesis.HasFirst(o)
		if g, ok := o.Release.(release.Graph); ok && g.Graph.M() != 5 {
			there[0] = 1
		}
		return there, err
	},
}
