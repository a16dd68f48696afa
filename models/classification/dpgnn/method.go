package dpgnn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the network by subgraphs.
var Method = method.Method{
	Name: "dpgnn", About: "classify nodes by a network of one hop, with noisy gradients of sampled subgraphs", Paper: "DPGNN21",
	Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes: []method.Mode{
		method.Private(method.Published, "published", "the paper: edges sampled to a largest degree, gradients clipped by subgraph", gdp.NodeLevel, Config(Published()), Run).AttackedBy(&loud).ProvingNothing(whyNot),
		node.Plain(method.NonPrivate, "nonprivate", "the same without clips and noise", NonPrivate(), "dpgnn", Unprotected.beginPlain),
		method.Private(method.Null, "null", "the first weights, untrained", gdp.NodeLevel, Config(Null()), Run),
	},
}
