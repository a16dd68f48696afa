package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the classifier on features.
var Method = method.Method{
	Name: "features", About: "classify nodes by their features alone (a baseline of DPAR)",
	Paper: "DPAR24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Words)(nil)}, Exhibits: exhibits(), Small: []string{"Epochs=5"},
	Attack: method.OnWord().With(1000, "Unit=false", "Batch=64", "Epochs=30", "Rate=0.1", "Hidden=16", "Dropout=0"),
	Modes: []method.Mode{
		method.Private(method.Published, "published", "a public subsample, its share taken off ε", gdp.NodeLevel, Config(Published()), Run).Under(gdp.NodeUnbounded).
			ShowingNothing("the attacked node is in the public subsample of 9 runs in 100"),
		method.Private(method.Strict, "strict", "noisy sums of the features of each class", gdp.NodeLevel, Config(Strict()), Run).Under(gdp.NodeUnbounded).AttackedBy(method.OnWord().With(4000, "Unit=false")),
		method.Private(method.Other, "dp-sgd", "noisy gradients on Poisson samples", gdp.NodeLevel, Config(DPSGD()), Run).Under(gdp.NodeUnbounded),
		method.Private(method.Null, "null", "the first weights, untrained", gdp.NodeLevel, Config(Null()), Run).Under(gdp.NodeUnbounded),
		method.Plain(method.NonPrivate, "nonprivate", "without clip and noise", NonPrivate(), RunPlain),
	},
}
