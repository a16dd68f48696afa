package lpgnet

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the stack of MLPs.
var Method = method.Method{
	Name: "lpgnet", About: "node classification by stacked MLPs with noisy neighbour counts per class", Paper: "LPGNET22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: map[string]string{"LPGNet": "published", "LPGNet-2": "published", "LPGNet-1": "published"},
	Modes:  []method.Mode{Published.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnEdge().With(2000, "Stacks=1", "Epochs=30", "Hidden=8", "Dropout=0"),
}

// The modes. They have the settings of the authors' code for graphs of one piece.
var (
	Published = classification.NewPrivate("lpgnet", method.Mode{
		Role: method.Published, Name: "published", About: "LPGNet-2: noisy cluster degree vectors for two stacked MLPs, ε/2 each", Relation: gdp.EdgeLevel, Edition: 1,
	}, Config{layers(), 2}, Config.begin)
	Null = classification.NewPrivate("lpgnet", method.Mode{
		Role: method.Null, Name: "null", About: "first MLP alone; knows features and labels, public at edge level", Relation: gdp.EdgeLevel, Edition: 1,
	}, Perceptron{layers()}, Perceptron.begin)
	NonPrivate = classification.NewPlain("lpgnet", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "LPGNet-2 with exact cluster degree vectors", Edition: 1,
	}, Published.Settings, Config.exact)
)

func layers() Layers {
	c := gcn.NonPrivate.Settings // of the same width, rate, decay and dropout
	c.Epochs = 500
	return Layers{c, 0.2}
}
