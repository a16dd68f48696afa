package eclipse

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network on a graph of low rank.
var Method = method.Method{
	Name: "eclipse", About: "node classification by a graph convolutional network on a graph of noisy singular values", Paper: "ECLIPSE24",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: []string{"Eclipse"},
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "Gaussian noise on 20 singular values; singular vectors without noise", gdp.EdgeLevel, Config(Published()), Run).AttackedBy(&byVectors).ProvingNothing(whyNot).
			MadeFrom("the authors' code"),
		method.PrivateOld(method.Null, "null", "GCN without edges; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		classification.PlainOld(method.NonPrivate, "nonprivate", "GCN on the rank-20 graph without noise", NonPrivate(), "eclipse", LowRank.beginPlain),
	},
	Attack: method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}
