package tmf

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

const (
	tells = "the number of added pairs is exact: it reveals how many edges passed the threshold"
	twice = tells + "; the threshold passes far more edges than the stated ε allows"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "tmf", About: "synthetic graphs by the Top-m-Filter: the largest noisy cells of the adjacency matrix", Paper: "TMF15", Releases: release.KindGraph, Called: []string{"TmF"},
	Exhibits: synthesis.Queries("tmf", []string{"published", "strict", "null"}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "randomised response, thinned uniformly to a noisy edge count", gdp.EdgeLevel, Strict(), Run).AttackedBy(&onBand),
		method.PrivateOld[Config](method.Published, "published", "noisy edges above a threshold, then uniform pairs to a noisy count", gdp.EdgeLevel, Published(), Run).AttackedBy(&onClique).ProvingNothing(tells).
			MadeFrom("four public implementations"),
		method.PrivateOld[Config](method.AsCoded, "pgb", "PGB's code of the filter, with the threshold's two cases swapped", gdp.EdgeLevel, Pgb(), Run).AttackedBy(&onOnePair).ProvingNothing(twice),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run).AttackedBy(&synthesis.OnTwoNodes),
	},
}
