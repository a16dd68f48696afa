package mlp

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the perceptron on features.
var Method = method.Method{
	Name: "mlp", About: "a multi-layer perceptron on features, which reads no edge (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Attack: method.OnWord().With(1000, "Layers=1", "BatchNorm=false", "Unit=false", "Batch=64", "Epochs=50", "Rate=0.1"),
	Modes: []method.Mode{
		method.Private(method.Published, "published", "trained plainly: features and labels are public at edge level", gdp.EdgeLevel, Config(Published()), Run),
		method.Private(method.Published, "published-ndp", "noisy gradients on Poisson samples", gdp.NodeLevel, Config(PublishedNDP()), Run).Under(gdp.NodeUnbounded),
		method.Private(method.Strict, "strict", "the same with settings that are worth more", gdp.NodeLevel, Config(Strict()), Run).Under(gdp.NodeUnbounded),
		method.Private(method.Null, "null", "the first weights, untrained", gdp.NodeLevel, Config(Null()), Run).Under(gdp.NodeUnbounded, gdp.EdgeLevel),
		node.Plain(method.NonPrivate, "nonprivate", "trained plainly", NonPrivate(), "mlp", Unprotected.beginPlain),
	},
}
