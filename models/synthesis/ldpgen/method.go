package ldpgen

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "ldpgen", About: "synthetic graphs of how many neighbours nodes have in groups of nodes, in two phases", Paper: "LDPGEN17", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes, Called: []string{"LDPGen"},
	Exhibits: drawn.Queries("ldpgen", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "degrees; groups of hubs by random groups, of all nodes by these, where noise allows it", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.Private[Config](method.Published, "published", "both phases, with noise for one of the two lists that an edge is in", gdp.EdgeLevel, Published(), Run).
			ShowingNothing("the graph is drawn of the second phase, whose answers cost ε for both lists together; the first shows in the groups alone"),
		method.Plain(method.NonPrivate, "nonprivate", "both phases without noise", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}
