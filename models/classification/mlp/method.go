package mlp

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the MLP on features.
var Method = method.Method{
	Name: "mlp", About: "node classification by an MLP on features, without edges (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes:  []method.Mode{Published.Mode, PublishedNDP.Mode, Strict.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnWord().With(1000, "Layers=1", "BatchNorm=false", "Unit=false", "Batch=64", "Epochs=50", "Rate=0.1"),
}

const sources = "the abstract and the authors' code"

// fourFifths is the split of the project's tables; the papers learn from 75 % of the nodes
// and set 10 % aside for validation.
var fourFifths = split.Config{Share: 0.8}

// The modes.
var (
	Published = classification.NewPrivate("mlp", method.Mode{
		Role: method.Published, Name: "published", About: "MLP without noise: features and labels are public at edge level", Relation: gdp.EdgeLevel, From: sources,
	}, Plain{Layers: 3, Hidden: 16, Activation: "selu", BatchNorm: true, Rate: 0.01, Epochs: 100, Split: fourFifths}, Plain.begin)
	// PublishedNDP has batches of 256: those of the smallest data set of the paper.
	PublishedNDP = classification.NewPrivate("mlp", method.Mode{
		Role: method.Published, Name: "published-ndp", About: "DP-SGD with Poisson sampling", Relation: gdp.NodeLevel, Also: unbounded, From: sources,
	}, Private{Layers: 3, Hidden: 16, Activation: "selu", Rate: 0.01, Batch: 256, Epochs: 10, Clip: 1, Split: fourFifths}, Private.begin)
	Strict = classification.NewPrivate("mlp", method.Mode{
		Role: method.Strict, Name: "strict", About: "DP-SGD with unit-norm features, two layers and larger batches", Relation: gdp.NodeLevel, Also: unbounded,
	}, Private{Layers: 2, Hidden: 16, Activation: "selu", Rate: 0.02, Batch: 512, Epochs: 30, Clip: 1, Unit: true, Split: fourFifths}, Private.begin)
	Null = classification.NewPrivate("mlp", method.Mode{
		Role: method.Null, Name: "null", About: "initial weights, untrained; knows no training data", Relation: gdp.NodeLevel, Also: []gdp.Relation{gdp.NodeUnbounded, gdp.EdgeLevel},
	}, Untrained{Layers: 3, Hidden: 16, Activation: "selu", Split: fourFifths}, Untrained.begin)
	NonPrivate = classification.NewPlain("mlp", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "MLP without noise",
	}, Published.Settings, Plain.begin)
)

var unbounded = []gdp.Relation{gdp.NodeUnbounded}
