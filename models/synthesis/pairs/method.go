package pairs

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its control.
var Method = method.Method{
	Name: "pairs", About: "synthetic graphs by randomised response of all pairs of nodes", Releases: release.KindGraphs, Also: []release.Kind{release.KindGraph}, Attack: &onOnePair,
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "of the pairs that said yes, as many as a noisy count", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.Private[Config](method.Other, "plain", "the pairs that said yes", gdp.EdgeLevel, Plain(), Run).InEdition(1),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run).InEdition(1),
	},
}
