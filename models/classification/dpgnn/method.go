package dpgnn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network by subgraphs.
var Method = method.Method{
	Name: "dpgnn", About: "node classification by a one-hop GNN with noisy gradients of sampled subgraphs", Paper: "DPGNN21",
	Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "edges sampled to a maximum degree; noisy gradients clipped per subgraph", gdp.NodeLevel, Config(Published()), Run).AttackedBy(&loud).ProvingNothing(whyNot).
			MadeFrom("the authors' code").
			WithCaution("predictions read test edges and neighbours' features, which no ε covers"),
		classification.PlainOld(method.NonPrivate, "nonprivate", "published without clipping and noise", NonPrivate(), "dpgnn", Unprotected.beginPlain),
		method.PrivateOld(method.Null, "null", "initial weights, untrained; knows no training data", gdp.NodeLevel, Config(Null()), Run),
	},
}
