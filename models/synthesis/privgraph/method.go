package privgraph

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "privgraph", About: "synthetic graphs of noisy communities, degrees within them and counts between", Paper: "PRIVGRAPH23", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes, Called: []string{"PrivGraph"},
	Exhibits: drawn.Queries("privgraph", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "nodes change communities by scores at the bound that holds, and degrees lose their noise", gdp.EdgeLevel, Strict(), Run),
		method.Private[Config](method.Published, "published", "the four steps of the paper, with a third of ε each for groups, changes and facts", gdp.EdgeLevel, Published(), Run),
		method.Private[Config](method.AsCoded, "author", "the same, and all edges between communities end in the last, as in the authors' code", gdp.EdgeLevel, Author(), Run),
		method.Plain(method.NonPrivate, "nonprivate", "the same of the graph's communities, without noise", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}
