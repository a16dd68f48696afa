package progap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// onSums is how audits attack the method.
var onSums = aggregate.Attack.With(2000, "MaxDegree=1", "Hidden=4", "Batch=64", "Depth=1", "Epochs=5")

// Method is the method and its controls.
var Method = method.Method{
	Name: "progap", About: "node classification by progressively trained layers over noisy neighbourhood aggregations",
	Paper: "PROGAP24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)}, Attack: onSums,
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "one noisy aggregation per stage; one edge counted as one arc", gdp.EdgeLevel, Config(Published()), Run).InEdition(1).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Published, "published-ndp", "node level: neighbour sampling, noisy aggregations, DP-SGD in every stage", gdp.NodeUnbounded, Config(PublishedNDP()), Run).
			ProvingNothing(unproved).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Strict, "strict", "one noisy aggregation at sensitivity √2, with retuned hyper-parameters", gdp.EdgeLevel, Config(Strict()), Run),
		method.PrivateOld(method.Null, "null", "first stage alone; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		classification.PlainOld(method.NonPrivate, "nonprivate", "exact aggregations", NonPrivate(), "progap", Exact.beginPlain).InEdition(1),
	},
}
