package dgg

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, the plain one beside it, and their control.
var Method = method.Method{
	Name: "dgg", About: "synthetic graphs of noisy degrees: blocks of like degree (BTER), or products of degrees (Chung-Lu)", Paper: "SKP12", Releases: release.KindGraph, Attack: &onTriangle, Called: []string{"DGG"},
	Exhibits: drawn.Queries("dgg", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "BTER of noisy degrees, its blocks as dense as a noisy number of triangles says", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.Private[Config](method.Other, "chung-lu", "a Chung-Lu graph of noisy degrees", gdp.EdgeLevel, ChungLu(), Run),
		method.Private[Config](method.Published, "published", "BTER of degrees with noise for one that moves", gdp.EdgeLevel, Published(), Run).InEdition(1),
		method.Private[Config](method.AsCoded, "pgb", "the same in the code of a public benchmark, which takes a node's degree from another's place", gdp.EdgeLevel, Pgb(), Run),
		method.Plain(method.NonPrivate, "nonprivate", "BTER of the degrees and the number of triangles", NonPrivate(), RunPlain).InEdition(1),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}

// onTriangle attacks the degrees of both ends of an edge: where all three are 2 or more they are a
// block, and that is a clique.
var onTriangle = method.Attack{
	Worlds: "3 nodes, joined in a triangle or in a path", Looks: "whether they are a triangle", Runs: 10000, Settings: []string{"Rho=1", "Eta=0"},
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(3, []graph.Edge{{U: 0, V: 2}, {U: 1, V: 2}}, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		g, ok := o.Release.(release.Graph)
		if !ok {
			return nil, fmt.Errorf("dgg: the attack is on a graph, not on %s", o.Release.Kind())
		}
		return []float64{float64(g.Graph.M() / 3)}, nil
	},
}
