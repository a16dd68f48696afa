package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the classifier on features.
var Method = method.Method{
	Name: "features", About: "node classification from features alone, without edges (a baseline of DPAR)",
	Paper: "DPAR24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Words)(nil)}, Exhibits: exhibits(), Small: []string{"Epochs=5"},
	Attack: method.OnWord().With(1000, "Unit=false", "Batch=64", "Epochs=30", "Rate=0.1", "Hidden=16", "Dropout=0"),
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "DP-SGD on a public subsample, counted as privacy amplification", gdp.NodeLevel, Config(Published()), Run).Under(gdp.NodeUnbounded).
			ShowingNothing("the attacked node is in the public subsample in only 9 of 100 runs"),
		method.PrivateOld(method.Strict, "strict", "noisy feature sums per class, then a likelihood classifier", gdp.NodeLevel, Config(Strict()), Run).Under(gdp.NodeUnbounded).AttackedBy(method.OnWord().With(4000, "Unit=false")),
		method.PrivateOld(method.Other, "dp-sgd", "DP-SGD with Poisson sampling", gdp.NodeLevel, Config(DPSGD()), Run).Under(gdp.NodeUnbounded),
		method.PrivateOld(method.Null, "null", "initial weights, untrained; knows no training data", gdp.NodeLevel, Config(Null()), Run).Under(gdp.NodeUnbounded),
		method.PlainOld(method.NonPrivate, "nonprivate", "the paper's training without clipping and noise", NonPrivate(), RunPlain),
	},
}
