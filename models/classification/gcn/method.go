package gcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the graph convolutional network, without privacy.
var Method = method.Method{
	Name: "gcn", About: "node classification by a graph convolutional network, without privacy", Paper: "KW17",
	Releases: release.KindClassifier,
	Modes:    []method.Mode{NonPrivate.Mode, NonPrivateTuned.Mode, Null.Mode},
	Attack:   method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}

// The modes.
var (
	NonPrivate = classification.NewPlain("gcn", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's GCN on the exact graph",
	}, Classifier{Network: Paper(), Split: split.Config{Share: 0.8}}, Classifier.Begin)
	// NonPrivateTuned has a decay and epochs chosen on Cora-ML, Citeseer and DBLP: the paper's
	// decay is for 20 labels a class.
	NonPrivateTuned = classification.NewPlain("gcn", method.Mode{
		Role: method.Tuned, Name: "nonprivate-tuned", About: "GCN with hyper-parameters tuned for many training labels",
	}, tuned(), Classifier.Begin)
	Null = classification.NewPrivate("gcn", method.Mode{
		Role: method.Null, Name: "null", About: "GCN without edges; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, tuned(), Classifier.Begin)
)

func tuned() Classifier {
	c := NonPrivate.Settings
	c.Decay, c.Epochs = 5e-5, 400
	return c
}
