package gcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the graph convolutional network, without privacy.
var Method = method.Method{
	Name: "gcn", About: "classify nodes by a graph convolutional network, without privacy", Paper: "KW17",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Plain(method.NonPrivate, "nonprivate", "the network of the paper, on all edges", NonPrivate(), RunPlain),
		method.Plain(method.Tuned, "nonprivate-tuned", "the same, tuned for many labels", NonPrivateTuned(), RunPlain),
		method.Private(method.Null, "null", "the same network without edges: features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
	},
	Attack: method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}
