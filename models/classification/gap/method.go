// Package gap classifies nodes by MLPs on noisy aggregations of their neighbours: GAP [GAP23]; edge
// or node level.
//
//	encoder     an MLP maps the features of each node to a row of norm 1 (net.go)
//	aggregates  hop by hop, the rows of a node's neighbours are summed with noise, and
//	            scaled to norm 1 (run.go; package aggregate)
//	classifier  an MLP on the concatenated rows of all hops (net.go)
//
//	relation  gdp.EdgeLevel: features and labels are public, and both MLPs are trained
//	          without noise; gdp.NodeUnbounded for [PublishedNDP]
//	spends    the whole budget on the sums, one per hop (run.go); at node level on both
//	          trainings too (ndp.go)
//
// [Published] has the paper's sensitivity to an edge, 1; [Strict] that of an undirected edge, √2.
// [Null] has no hops, and [NonPrivate] no noise.
//
// Modules and departures from the paper: docs/papers/gap.md.
package gap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is GAP and its controls.
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
	// PublishedNDP has batches of 256, like the paper's smallest data set.
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

// Layers holds the settings of encoder and classifier.
type Layers struct {
	Classes       int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Hidden        int     `range:"[1,65536]"`      // width of rows and of hidden layers
	EncoderLayers int     `range:"[1,64]"`         // linear layers of the encoder
	BaseLayers    int     `range:"[1,64]"`         // linear layers applied to each hop's rows
	HeadLayers    int     `range:"[1,64]"`         // linear layers after the hops are joined
	Activation    string  `range:"selu or relu or tanh"`
	BatchNorm     bool    // before each activation
	Rate          float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay         float64 `range:"[0,1e6]"`     // λ of the term λ/2 |w|² of the loss
	EncoderEpochs int     `range:"[1,1000000]"` // full-batch steps
	Epochs        int     `range:"[1,1000000]"` // the same for the classifier
	Unit          bool    // scale each node's features to norm 1
	// Validation is the share of the training nodes held out to choose the epoch; 0 keeps the last
	// epoch.
	Validation float64 `json:",omitempty" range:"[0,1)"`
	Start      uint64  // public seed of the initial weights
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// ByArc has the paper's sensitivity: one edge changes a hop's sums by 1.
type ByArc struct {
	Layers
	Hops int `range:"[1,64]"` // K
}

// ByEdge has the sensitivity of an undirected edge: it changes a hop's sums by √2.
type ByEdge struct {
	Layers
	Hops int `range:"[1,64]"` // K
}

// Edgeless is GAP without hops.
type Edgeless struct{ Layers }

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes       int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Hops          int     `range:"[1,64]"`         // K
	MaxDegree     int     `range:"[1,∞)"`          // D, maximum number of sums that a node's row enters
	Hidden        int     `range:"[1,65536]"`      // width of rows and of hidden layers
	EncoderLayers int     `range:"[1,64]"`         // linear layers of the encoder
	BaseLayers    int     `range:"[1,64]"`         // linear layers applied to each hop's rows
	HeadLayers    int     `range:"[1,64]"`         // linear layers after the hops are joined
	Activation    string  `range:"selu or relu or tanh"`
	Rate          float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch         int     `range:"[1,∞)"`       // expected batch size, B
	EncoderEpochs int     `range:"[1,1000000]"` // T = EncoderEpochs ⌈n/B⌉ steps
	Epochs        int     `range:"[1,1000000]"` // the same for the classifier
	Clip          float64 `range:"(1e-9,1e9)"`  // bound on a node's gradient, C
	Split         split.Config
	Backend       string // "go", "xla:cpu", …; empty: the choice of package backend
}

// paper has the settings of the public code of [GAP23], which trains on three quarters of the
// nodes, and chooses the epoch and 1 to 5 hops on a tenth.
var paper = Layers{
	Hidden: 16, EncoderLayers: 2, BaseLayers: 1, HeadLayers: 1, Activation: "selu", BatchNorm: true,
	Rate: 0.01, EncoderEpochs: 100, Epochs: 100, Validation: 0.125, Split: split.Config{Share: 0.8},
}

// tuned improves on the paper's training: features of norm 1, and a weight decay chosen on two
// splits of Cora-ML at ε = 1.
func tuned() Layers {
	c := paper
	c.BatchNorm, c.Validation, c.Decay, c.Unit = false, 0, 2e-3, true
	return c
}
