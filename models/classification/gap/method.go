package gap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// onSums is how audits attack the method.
var onSums = aggregate.Attack.With(2000, "MaxDegree=1", "Hidden=4", "Batch=64", "Hops=1", "EncoderEpochs=5", "Epochs=1")

// Method is the method and its controls.
var Method = method.Method{
	Name: "gap", About: "node classification by MLPs on noisy neighbourhood aggregations",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)}, Attack: onSums,
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "GAP-EDP: encoder, noisy hop aggregations, classifier; one edge counted as one arc", gdp.EdgeLevel, Config(Published()), Run).InEdition(1).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Published, "published-ndp", "GAP-NDP: neighbour sampling, noisy aggregations, DP-SGD for both MLPs", gdp.NodeUnbounded, Config(PublishedNDP()), Run).
			ProvingNothing(unproved).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Strict, "strict", "one noisy aggregation at sensitivity √2, with retuned MLPs", gdp.EdgeLevel, Config(Strict()), Run),
		method.PrivateOld(method.Null, "null", "MLP without aggregation; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		classification.PlainOld(method.NonPrivate, "nonprivate", "GAP-∞: exact aggregations", NonPrivate(), "gap", Exact.beginPlain).InEdition(1),
	},
}
