package privskg

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "privskg", About: "synthetic graphs of the stochastic Kronecker model, by noisy counts", Paper: "MW12", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes, Called: []string{"PrivSKG"},
	Exhibits: drawn.Queries("privskg", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "counts of sorted degrees, and of triangles by a packing into edges", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.Private[Config](method.Published, "published", "triangles by their smooth sensitivity", gdp.EdgeLevel, Published(), Run).ProvingNothing(bySmooth.Why).
			ShowingNothing("the theorem is right, and the bits in which noise of a private scale shows it are not looked at"),
		method.Plain(method.NonPrivate, "nonprivate", "the counts without noise", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}
