package progap

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
	Name: "progap", About: "node classification by progressively trained layers over noisy neighbourhood aggregations",
	Paper: "PROGAP24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Attack: aggregate.Attack.With(2000, "MaxDegree=1", "Hidden=4", "Batch=64", "Depth=1", "Epochs=5"),
	Modes:  []method.Mode{Published.Mode, PublishedNDP.Mode, Strict.Mode, Null.Mode, NonPrivate.Mode},
}

const sources = "the abstract and the authors' code"

// The modes.
var (
	Published = classification.NewPrivate("progap", method.Mode{
		Role: method.Published, Name: "published", About: "one noisy aggregation per stage; one edge counted as one arc", Relation: gdp.EdgeLevel,
		From: sources, Edition: 1,
	}, ByArc{paper, 2}, ByArc.begin)
	// PublishedNDP has the batch and the degree of the smallest data set of the paper.
	PublishedNDP = classification.NewPrivate("progap", method.Mode{
		Role: method.Published, Name: "published-ndp", About: "node level: neighbour sampling, noisy aggregations, DP-SGD in every stage", Relation: gdp.NodeUnbounded,
		From: sources, Unproved: aggregate.UnboundedRows,
	}, ByNode{
		Depth: 2, MaxDegree: 100, Hidden: 16, BaseLayers: 1, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Batch: 256, Epochs: 10, Clip: 1, Split: split.Config{Share: 0.8},
	}, ByNode.begin)
	Strict = classification.NewPrivate("progap", method.Mode{
		Role: method.Strict, Name: "strict", About: "one noisy aggregation at sensitivity √2, with retuned hyper-parameters", Relation: gdp.EdgeLevel,
	}, ByEdge{tuned(), 1}, ByEdge.begin)
	Null = classification.NewPrivate("progap", method.Mode{
		Role: method.Null, Name: "null", About: "first stage alone; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, Edgeless{tuned()}, Edgeless.begin)
	NonPrivate = classification.NewPlain("progap", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "exact aggregations", Edition: 1,
	}, Published.Settings, ByArc.exact)
)
