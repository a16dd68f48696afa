package gap

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
	Name: "gap", Called: map[string]string{"GAP": "published published-ndp"}, About: "node classification by MLPs on noisy neighbourhood aggregations",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Attack: aggregate.Attack.With(2000, "MaxDegree=1", "Hidden=4", "Batch=64", "Hops=1", "EncoderEpochs=5", "Epochs=1"),
	Modes:  []method.Mode{Published.Mode, PublishedNDP.Mode, Strict.Mode, Null.Mode, NonPrivate.Mode},
}

const sources = "the abstract and the authors' code"

// The modes.
var (
	Published = classification.NewPrivate("gap", method.Mode{
		Role: method.Published, Name: "published", About: "GAP-EDP: encoder, noisy hop aggregations, classifier; one edge counted as one arc", Relation: gdp.EdgeLevel,
		From: sources, Edition: 1,
	}, ByArc{paper, 2}, ByArc.begin)
	// PublishedNDP has batches of 256: those of the smallest data set of the paper.
	PublishedNDP = classification.NewPrivate("gap", method.Mode{
		Role: method.Published, Name: "published-ndp", About: "GAP-NDP: neighbour sampling, noisy aggregations, DP-SGD for both MLPs", Relation: gdp.NodeUnbounded,
		From: sources, Unproved: aggregate.UnboundedRows,
	}, ByNode{
		Hops: 2, MaxDegree: 100, Hidden: 16, EncoderLayers: 2, BaseLayers: 1, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Batch: 256, EncoderEpochs: 10, Epochs: 10, Clip: 1, Split: split.Config{Share: 0.8},
	}, ByNode.begin)
	Strict = classification.NewPrivate("gap", method.Mode{
		Role: method.Strict, Name: "strict", About: "one noisy aggregation at sensitivity √2, with retuned MLPs", Relation: gdp.EdgeLevel,
	}, ByEdge{tuned(), 1}, ByEdge.begin)
	Null = classification.NewPrivate("gap", method.Mode{
		Role: method.Null, Name: "null", About: "MLP without aggregation; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, Edgeless{tuned()}, Edgeless.begin)
	NonPrivate = classification.NewPlain("gap", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "GAP-∞: exact aggregations", Edition: 1,
	}, Published.Settings, ByArc.exact)
)
