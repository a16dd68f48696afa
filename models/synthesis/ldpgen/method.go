package ldpgen

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "ldpgen", About: "synthetic graphs from noisy neighbour counts per node group, in two phases", Paper: "LDPGEN17", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: []string{"LDPGen"},
	Exhibits: synthesis.Queries("ldpgen", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "noisy degrees; hubs, then all nodes, clustered by noisy neighbour counts", gdp.EdgeLevel, Strict(), Run).InEdition(1).
			WithCaution("at ε = 1 it finds at most two groups; it keeps degrees and triangles"),
		method.PrivateOld[Config](method.Published, "published", "two phases of noisy neighbour counts; each edge counted in one list", gdp.EdgeLevel, Published(), Run).
			ShowingNothing("the graph depends on the second phase, whose answers cost ε for both lists together; the first phase shows only in the groups").
			MadeFrom("two public implementations"),
		method.PlainOld(method.NonPrivate, "nonprivate", "published without noise", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}
