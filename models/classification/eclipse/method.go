package eclipse

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the network on a graph of low rank.
var Method = method.Method{
	Name: "eclipse", About: "classify nodes by a graph convolutional network on a graph of noisy singular values", Paper: "ECLIPSE24",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: []string{"Eclipse"},
	Modes: []method.Mode{
		method.Private(method.Published, "published", "the paper: noise on 20 singular values, vectors as they are", gdp.EdgeLevel, Config(Published()), Run).AttackedBy(&byVectors).ProvingNothing(whyNot),
		method.Private(method.Null, "null", "the network without edges: features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		node.Plain(method.NonPrivate, "nonprivate", "a graph of low rank without noise", NonPrivate(), "eclipse", LowRank.beginPlain),
	},
	Attack: method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}
