package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the classifier by features.
var Method = method.Method{
	Name: "features", About: "node classification from features alone, without edges (a baseline of DPAR)",
	Paper: "DPAR24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Words)(nil)}, Called: map[string]string{"Features": "published"}, Exhibits: exhibits(), Small: []string{"Epochs=5"},
	Modes:  []method.Mode{Published.Mode, Strict.Mode, DPSGD.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnWord().With(1000, "Unit=false", "Batch=64", "Epochs=30", "Rate=0.1", "Hidden=16", "Dropout=0"),
}

var (
	fourFifths = split.Config{Share: 0.8} // [DPAR24] §5
	unbounded  = []gdp.Relation{gdp.NodeUnbounded}
)

// The modes.
var (
	// Published has the settings of [DPAR24] §5, App. F, Figs. 10 and 11, and the dropout of its
	// public code: "Features" with the whole budget spent on training.
	Published = classification.NewPrivate("features", method.Mode{
		Role: method.Published, Name: "published", About: "DP-SGD on a public subsample, counted as privacy amplification", Relation: gdp.NodeLevel, Also: unbounded,
		Unshown: "the attacked node is in the public subsample in only 9 of 100 runs",
	}, Subsampled{Hidden: 32, Dropout: 0.1, Rate: 0.005, Batch: 60, Epochs: 200, Clip: 1, Subsample: 0.09, Split: fourFifths}, Subsampled.begin)
	// Strict is the most useful of what is proved here, at every ε from 0.5 to 8.
	Strict = classification.NewPrivate("features", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy feature sums per class, then a likelihood classifier", Relation: gdp.NodeLevel, Also: unbounded,
		Attack: method.OnWord().With(4000, "Unit=false"),
	}, ClassSums{Split: fourFifths}, ClassSums.begin)
	// DPSGD has a batch, epochs and a rate that were chosen on Cora-ML: a run there has seen its
	// own data in that choice.
	DPSGD = classification.NewPrivate("features", method.Mode{
		Role: method.Other, Name: "dp-sgd", About: "DP-SGD with Poisson sampling", Relation: gdp.NodeLevel, Also: unbounded,
	}, NoisyGradients{Hidden: 32, Rate: 0.02, Batch: 256, Epochs: 30, Clip: 1, Unit: true, Split: fourFifths}, NoisyGradients.begin)
	Null = classification.NewPrivate("features", method.Mode{
		Role: method.Null, Name: "null", About: "initial weights, untrained; knows no training data", Relation: gdp.NodeLevel, Also: unbounded,
	}, Untrained{Hidden: 32, Split: fourFifths}, Untrained.begin)
	NonPrivate = classification.NewPlain("features", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's training without clipping and noise",
	}, Unprotected{Hidden: 32, Dropout: 0.1, Decay: 1e-4, Rate: 0.005, Batch: 60, Epochs: 200, Split: fourFifths}, Unprotected.begin)
)
