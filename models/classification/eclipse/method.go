package eclipse

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network on a graph of low rank.
var Method = method.Method{
	Name: "eclipse", About: "node classification by a graph convolutional network on a graph of noisy singular values", Paper: "ECLIPSE24",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: map[string]string{"Eclipse": "published"},
	Modes:  []method.Mode{Published.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}

// The modes.
var (
	// Published has 20 singular values and takes 1 % of ε for the number of edges, as the authors'
	// code does.
	Published = classification.NewPrivate("eclipse", method.Mode{
		Role: method.Published, Name: "published", About: "Gaussian noise on 20 singular values; singular vectors without noise", Relation: gdp.EdgeLevel,
		From: "the authors' code", Unproved: whyNot, Attack: &byVectors,
	}, Config{Classifier: gcn.NonPrivate.Settings, Rank: 20, CountShare: 0.01}, Config.begin)
	Null       = classification.Borrow("eclipse", gcn.Null)
	NonPrivate = classification.NewPlain("eclipse", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "GCN on the rank-20 graph without noise",
	}, LowRank{Classifier: gcn.NonPrivate.Settings, Rank: 20}, LowRank.begin)
)
