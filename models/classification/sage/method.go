package sage

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "sage", About: "node classification by one GraphSAGE layer on sampled neighbourhoods (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)}, Attack: aggregate.Attack.With(1000, "Hidden=1", "Batch=64", "BaseLayers=1", "Epochs=1"),
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published-ndp", "SAGE-NDP: DP-SGD on bounded neighbourhoods, noisy aggregation for prediction", gdp.NodeUnbounded, Config(PublishedNDP()), Run).
			AttackedBy(aggregate.Attack.With(1000, "Hidden=1", "BaseLayers=1", "Split.Share=0.1", "Batch=5", "Epochs=1", "MaxDegree=160")).
			ProvingNothing(unproved).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld(method.Strict, "strict", "SAGE-EDP with randomised response on node pairs instead of arcs", gdp.EdgeLevel, Config(Strict()), Run),
		method.PrivateOld(method.Null, "null", "SAGE without neighbours; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		classification.PlainOld(method.NonPrivate, "nonprivate", "SAGE on the exact graph", NonPrivate(), "sage", Exact.beginPlain),
	},
}
