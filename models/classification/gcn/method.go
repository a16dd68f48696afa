package gcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the graph convolutional network, without privacy.
var Method = method.Method{
	Name: "gcn", About: "node classification by a graph convolutional network, without privacy", Paper: "KW17",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.PlainOld(method.NonPrivate, "nonprivate", "the paper's GCN on the exact graph", NonPrivate(), RunPlain),
		method.PlainOld(method.Tuned, "nonprivate-tuned", "GCN with hyper-parameters tuned for many training labels", NonPrivateTuned(), RunPlain),
		method.PrivateOld(method.Null, "null", "GCN without edges; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
	},
	Attack: method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}
