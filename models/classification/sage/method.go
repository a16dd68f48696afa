package sage

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "sage", About: "node classification by one GraphSAGE layer on sampled neighbourhoods (a baseline of GAP)",
	Paper: "GAP23", Called: map[string]string{"SAGE": "published-ndp"}, Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes:  []method.Mode{PublishedNDP.Mode, Strict.Mode, Null.Mode, NonPrivate.Mode},
	Attack: aggregate.Attack.With(1000, "Hidden=1", "Batch=64", "BaseLayers=1", "Epochs=1"),
}

// plain is a network of the paper's size, with the weight decay of the strict mode of package gap.
var plain = Net{
	Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
	Rate: 0.01, Decay: 2e-3, Batch: 256, Epochs: 20, Unit: true, Split: split.Config{Share: 0.8},
}

// neighbours is K: the paper chooses 100 to 400 by validation, for graphs with mean degrees of
// 60 and more. Those here have 3 to 9.
const neighbours = 10

// The modes.
var (
	// PublishedNDP has batches of 128 where the paper has 256 and more: float32 sums of more
	// neighbourhoods round by more than our clip has room for.
	PublishedNDP = classification.NewPrivate("sage", method.Mode{
		Role: method.Published, Name: "published-ndp", About: "SAGE-NDP: DP-SGD on bounded neighbourhoods, noisy aggregation for prediction", Relation: gdp.NodeUnbounded,
		From: "the abstract and the authors' code", Unproved: unproved,
		Attack: aggregate.Attack.With(1000, "Hidden=1", "BaseLayers=1", "Split.Share=0.1", "Batch=5", "Epochs=1", "MaxDegree=160"),
	}, ByNode{
		MaxDegree: neighbours, Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Batch: 128, Epochs: 10, Clip: 1, Split: split.Config{Share: 0.8},
	}, ByNode.begin)
	Strict = classification.NewPrivate("sage", method.Mode{
		Role: method.Strict, Name: "strict", About: "SAGE-EDP with randomised response on node pairs instead of arcs", Relation: gdp.EdgeLevel,
	}, Responses{plain, neighbours, 0.1}, Responses.begin)
	Null = classification.NewPrivate("sage", method.Mode{
		Role: method.Null, Name: "null", About: "SAGE without neighbours; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, plain, Net.begin)
	NonPrivate = classification.NewPlain("sage", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "SAGE on the exact graph",
	}, Exact{plain, neighbours}, Exact.begin)
)
