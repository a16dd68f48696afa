package der

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "der", About: "synthetic graphs by a noisy quadtree over dense regions of the adjacency matrix", Paper: "DER14", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: []string{"DER"},
	Exhibits: synthesis.Queries("der", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "nodes ordered by noisy communities; noisy quadtree counts fitted by least squares", gdp.EdgeLevel, Strict(), Run).InEdition(1).AttackedBy(&onCounts),
		method.PrivateOld[Config](method.Published, "published", "relabelling, quadtree cuts, region counts and edge arrangement, ε/4 for each", gdp.EdgeLevel, Published(), Run).AttackedBy(&onArrangement).
			MadeFrom("the abstract and public code of a third party"),
		method.PlainOld(method.NonPrivate, "nonprivate", "strict without noise: exact communities, degrees and region counts", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}
