package dpgcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network on a noisy graph.
var Method = method.Method{
	Name: "dpgcn", About: "node classification by a graph convolutional network on a noisy adjacency matrix", Paper: "LINKTELLER22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: []string{"DPGCN"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Published, "published", "LapGraph: Laplace noise on adjacency cells, thresholded to a noisy edge count", gdp.EdgeLevel, Published(), Run),
		method.PrivateOld[Config](method.Other, "edge-rand", "EdgeRand: randomised response on all node pairs", gdp.EdgeLevel, EdgeRand(), Run),
		method.PrivateOld[Config](method.Null, "null", "GCN without edges; knows features and labels, public at edge level", gdp.EdgeLevel, Null(), Run),
		method.PlainOld(method.NonPrivate, "nonprivate", "GCN on the exact graph", NonPrivate(), runPlain),
	},
	Attack: method.OnEdge().With(2000, "Dropout=0"),
}
