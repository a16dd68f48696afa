package dpgcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network on a noisy graph.
var Method = method.Method{
	Name: "dpgcn", About: "node classification by a graph convolutional network on a noisy adjacency matrix", Paper: "LINKTELLER22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: map[string]string{"DPGCN": "published"},
	Modes:  []method.Mode{Published.Mode, EdgeRand.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnEdge().With(2000, "Dropout=0"),
}

// The modes.
var (
	// Published takes 1 % of ε for the number of edges, as the authors' code does.
	Published = classification.NewPrivate("dpgcn", method.Mode{
		Role: method.Published, Name: "published", About: "LapGraph: Laplace noise on adjacency cells, thresholded to a noisy edge count", Relation: gdp.EdgeLevel,
	}, LapGraph{Classifier: gcn.NonPrivate.Settings, CountShare: 0.01}, LapGraph.begin)
	EdgeRand = classification.NewPrivate("dpgcn", method.Mode{
		Role: method.Other, Name: "edge-rand", About: "EdgeRand: randomised response on all node pairs", Relation: gdp.EdgeLevel,
	}, Responses{gcn.NonPrivate.Settings}, Responses.begin)
	Null       = classification.Borrow("dpgcn", gcn.Null)
	NonPrivate = classification.BorrowPlain("dpgcn", gcn.NonPrivate)
)
