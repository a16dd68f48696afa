package privskg

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "privskg", About: "synthetic graphs by a stochastic Kronecker model fitted to noisy subgraph counts", Paper: "MW12", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: []string{"PrivSKG"},
	Exhibits: synthesis.Queries("privskg", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "noisy degree sequence, and a noisy triangle count by edge packing", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.Private[Config](method.Published, "published", "noisy degree sequence, and triangles with smooth-sensitivity noise", gdp.EdgeLevel, Published(), Run).ProvingNothing(bySmooth.Why).
			ShowingNothing("the theorem is right; the audit does not read the low-order bits that reveal the noise scale").
			MadeFrom("the abstract and the smooth-sensitivity theorem"),
		method.Plain(method.NonPrivate, "nonprivate", "Kronecker model fitted to the exact counts", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}
