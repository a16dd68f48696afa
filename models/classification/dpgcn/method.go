package dpgcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the network on a noisy graph.
var Method = method.Method{
	Name: "dpgcn", About: "classify nodes by a graph convolutional network on a noisy graph", Paper: "LINKTELLER22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: []string{"DPGCN"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "LapGraph: the largest cells after Laplace noise, as many as a noisy count", gdp.EdgeLevel, Published(), Run),
		method.Private[Config](method.Other, "edge-rand", "EdgeRand: randomised response of all pairs", gdp.EdgeLevel, EdgeRand(), Run),
		method.Private[Config](method.Null, "null", "the network without edges: features and labels, public at edge level", gdp.EdgeLevel, Null(), Run),
		method.Plain(method.NonPrivate, "nonprivate", "the network on all edges", NonPrivate(), runPlain),
	},
	Attack: method.OnEdge().With(2000, "Dropout=0"),
}
