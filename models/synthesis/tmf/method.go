package tmf

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

const (
	tells = "as many other pairs are added as are missing: which edges passed shows in what was added"
	twice = tells + "; edges pass a threshold that lets through far more of them than of other pairs"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "tmf", About: "synthetic graphs by the Top-m-Filter: as many noisy bits of the adjacency matrix as a noisy count", Paper: "TMF15", Releases: release.KindGraph, Called: []string{"TmF"},
	Exhibits: drawn.Queries("tmf", []string{"published", "strict", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "of the pairs that said yes as many as a noisy count, all alike, by randomised response that is thinned", gdp.EdgeLevel, Strict(), Run).AttackedBy(&onBand),
		method.Private[Config](method.Published, "published", "edges whose noisy bit passes a threshold, and as many other pairs as are missing", gdp.EdgeLevel, Published(), Run).AttackedBy(&onClique).ProvingNothing(tells),
		method.Private[Config](method.AsCoded, "pgb", "the same in the code of a public benchmark, whose threshold has its cases exchanged", gdp.EdgeLevel, Pgb(), Run).AttackedBy(&onOnePair).ProvingNothing(twice),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run).AttackedBy(&drawn.OnTwoNodes),
	},
}
