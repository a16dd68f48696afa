package dgg

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, the plain one beside it, and their control.
var Method = method.Method{
	Name: "dgg", About: "synthetic graphs from noisy degrees: BTER (blocks of similar degree) or Chung-Lu", Paper: "SKP12", Releases: release.KindGraph, Attack: &onTriangle, Called: []string{"DGG"},
	Exhibits: synthesis.Queries("dgg", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "BTER from noisy degrees; block density fitted to a noisy triangle count", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.PrivateOld[Config](method.Other, "chung-lu", "Chung-Lu graph from noisy degrees", gdp.EdgeLevel, ChungLu(), Run),
		method.PrivateOld[Config](method.Published, "published", "BTER from degrees with noise of scale 1/ε; proved cost 2ε", gdp.EdgeLevel, Published(), Run).InEdition(1).
			MadeFrom("public code and later papers' summaries"),
		method.PrivateOld[Config](method.AsCoded, "pgb", "PGB's code of DGG: noisy degrees reach the wrong nodes", gdp.EdgeLevel, Pgb(), Run),
		method.PlainOld(method.NonPrivate, "nonprivate", "BTER from the exact degrees and the exact triangle count", NonPrivate(), RunPlain).InEdition(1),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
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
