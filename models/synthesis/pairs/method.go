package pairs

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its control.
var Method = method.Method{
	Name: "pairs", About: "synthetic graphs by randomised response on all node pairs", Releases: release.KindGraphs, Also: []release.Kind{release.KindGraph}, Attack: &onOnePair,
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "randomised response; noisy edges kept up to a noisy edge count", gdp.EdgeLevel, Strict(), Run).InEdition(1),
		method.PrivateOld[Config](method.Other, "plain", "randomised response; all noisy edges kept", gdp.EdgeLevel, Plain(), Run).InEdition(1),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run).InEdition(1),
	},
}
