// Package progap classifies nodes by a network that grows by one noisy aggregation at a time:
// ProGAP [PROGAP24]; edge or node level.
//
//	stage 0  a layer maps the features of each node to a row, and a head classifies (net.go)
//	stage i  the newest layer's rows are scaled to norm 1 and summed over neighbours with
//	         noise; a new layer reads the sums, all layers so far are trained further, and a
//	         new head reads the outputs of all of them (progressive.go)
//
//	relation  gdp.EdgeLevel: features and labels are public, and training has no noise;
//	          gdp.NodeUnbounded for [PublishedNDP]
//	spends    the whole budget on the sums, one per stage (run.go); at node level on the
//	          trainings too (ndp.go)
//
// [Published] has the paper's sensitivity to an edge, 1; [Strict] that of an undirected edge, √2.
// [Null] is stage 0 alone, and [NonPrivate] has no noise.
//
// Modules and departures from the paper: docs/papers/progap.md.
package progap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is ProGAP and its controls.
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
	// PublishedNDP has the batch size and the degree of the paper's smallest data set.
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

// Layers holds the settings of the layers.
type Layers struct {
	Classes    int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Hidden     int     `range:"[1,65536]"`      // width of rows and of hidden layers
	BaseLayers int     `range:"[1,64]"`         // linear layers that each stage adds
	HeadLayers int     `range:"[1,64]"`         // linear layers of a stage's head
	Activation string  `range:"selu or relu or tanh"`
	BatchNorm  bool    // after each activation
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of the term λ/2 |w|² of the loss
	Epochs     int     `range:"[1,1000000]"` // full-batch steps of each stage
	Unit       bool    // scale each node's features to norm 1
	// Validation is the share of the training nodes held out to choose the epoch of each stage; 0
	// keeps the last epoch.
	Validation float64 `json:",omitempty" range:"[0,1)"`
	Scaled     bool    // scale each node's sums to norm 1 before they are read, as in GAP
	Start      uint64  // public seed of the initial weights
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// ByArc has the paper's sensitivity: one edge changes a stage's sums by 1.
type ByArc struct {
	Layers
	Depth int `range:"[1,64]"` // K, stages after the first
}

// ByEdge has the sensitivity of an undirected edge: it changes a stage's sums by √2.
type ByEdge struct {
	Layers
	Depth int `range:"[1,64]"` // K, stages after the first
}

// Edgeless is stage 0 alone.
type Edgeless struct{ Layers }

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes    int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Depth      int     `range:"[1,64]"`         // K, stages after the first
	MaxDegree  int     `range:"[1,∞)"`          // D, maximum number of sums that a node's row enters
	Hidden     int     `range:"[1,65536]"`      // width of rows and of hidden layers
	BaseLayers int     `range:"[1,64]"`         // linear layers that each stage adds
	HeadLayers int     `range:"[1,64]"`         // linear layers of a stage's head
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch      int     `range:"[1,∞)"`       // expected batch size, B
	Epochs     int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps per stage
	Clip       float64 `range:"(1e-9,1e9)"`  // bound on a node's gradient, C
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// paper has the settings of the public code of [PROGAP24], which trains on three quarters of the
// nodes, and chooses the epoch, a depth of 1 to 5, one or two layers per stage, and a rate of 0.01
// or 0.05 on a tenth.
var paper = Layers{
	Hidden: 16, BaseLayers: 1, HeadLayers: 1, Activation: "selu", BatchNorm: true,
	Rate: 0.01, Epochs: 100, Validation: 0.125, Split: split.Config{Share: 0.8},
}

// tuned improves on the paper's training: features and sums of norm 1, and the weight decay of the
// strict mode of package gap.
func tuned() Layers {
	c := paper
	c.BatchNorm, c.Validation, c.Decay, c.Unit, c.Scaled = false, 0, 2e-3, true, true
	return c
}
