package gap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// onSums is how audits attack the method.
var onSums = aggregate.Attack.With(2000, "MaxDegree=1", "Hidden=4", "Batch=64", "Hops=1", "EncoderEpochs=5", "Epochs=1")

// Method is the method and its controls.
var Method = method.Method{
	Name: "gap", About: "a classifier of nodes by noisy sums of their neighbours' rows",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)}, Attack: onSums,
	Modes: []method.Mode{
		method.Private(method.Published, "published", "GAP-EDP: encoder, noisy sums of hops, classifier; an edge counted as one arc", gdp.EdgeLevel, Config(Published()), Run).InEdition(1),
		method.Private(method.Published, "published-ndp", "GAP-NDP: sampled neighbours, and noisy gradients for both perceptrons", gdp.NodeUnbounded, Config(PublishedNDP()), Run).
			ProvingNothing(unproved),
		method.Private(method.Strict, "strict", "one hop, an edge counted as the two arcs that it is, perceptrons trained better", gdp.EdgeLevel, Config(Strict()), Run),
		method.Private(method.Null, "null", "the same without a hop: features alone", gdp.EdgeLevel, Config(Null()), Run),
		node.Plain(method.NonPrivate, "nonprivate", "GAP-∞: sums without noise", NonPrivate(), "gap", Exact.beginPlain).InEdition(1),
	},
}
