package der

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "der", About: "synthetic graphs of dense regions of the adjacency matrix, found by noisy counts like a quadtree", Paper: "DER14", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes, Called: []string{"DER"},
	Exhibits: drawn.Queries("der", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "an order by noisy communities and degrees, regions as fine as noise allows, counts that agree", gdp.EdgeLevel, Strict(), Run).InEdition(1).AttackedBy(&onCounts),
		method.Private[Config](method.Published, "published", "swaps of labels, cuts, counts of regions and arrangements, a quarter of ε each", gdp.EdgeLevel, Published(), Run).AttackedBy(&onArrangement),
		method.Plain(method.NonPrivate, "nonprivate", "strict with communities, degrees and counts of the graph", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}
