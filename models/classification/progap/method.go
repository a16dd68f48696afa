package progap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// onSums is how audits attack the method.
var onSums = aggregate.Attack.With(2000, "MaxDegree=1", "Hidden=4", "Batch=64", "Depth=1", "Epochs=5")

// Method is the method and its controls.
var Method = method.Method{
	Name: "progap", About: "a classifier of nodes that grows by noisy sums over neighbours",
	Paper: "PROGAP24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)}, Attack: onSums,
	Modes: []method.Mode{
		method.Private(method.Published, "published", "edge level as printed: a noisy sum a stage; an edge counted as one arc", gdp.EdgeLevel, Config(Published()), Run).InEdition(1),
		method.Private(method.Published, "published-ndp", "node level: sampled neighbours, and noisy gradients in every stage", gdp.NodeUnbounded, Config(PublishedNDP()), Run).
			ProvingNothing(unproved),
		method.Private(method.Strict, "strict", "one sum, an edge counted as the two arcs that it is, trained better", gdp.EdgeLevel, Config(Strict()), Run),
		method.Private(method.Null, "null", "the first stage alone: features", gdp.EdgeLevel, Config(Null()), Run),
		node.Plain(method.NonPrivate, "nonprivate", "sums without noise", NonPrivate(), "progap", Exact.beginPlain).InEdition(1),
	},
}
