package mlp

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the perceptron on features.
var Method = method.Method{
	Name: "mlp", About: "node classification by an MLP on features, without edges (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Attack: method.OnWord().With(1000, "Layers=1", "BatchNorm=false", "Unit=false", "Batch=64", "Epochs=50", "Rate=0.1"),
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "MLP without noise: features and labels are public at edge level", gdp.EdgeLevel, Config(Published()), Run).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Published, "published-ndp", "DP-SGD with Poisson sampling", gdp.NodeLevel, Config(PublishedNDP()), Run).Under(gdp.NodeUnbounded).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Strict, "strict", "DP-SGD with unit-norm features, two layers and larger batches", gdp.NodeLevel, Config(Strict()), Run).Under(gdp.NodeUnbounded),
		method.PrivateOld(method.Null, "null", "initial weights, untrained; knows no training data", gdp.NodeLevel, Config(Null()), Run).Under(gdp.NodeUnbounded, gdp.EdgeLevel),
		classification.PlainOld(method.NonPrivate, "nonprivate", "MLP without noise", NonPrivate(), "mlp", Unprotected.beginPlain),
	},
}
