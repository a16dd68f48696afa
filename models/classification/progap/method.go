// Package progap classifies nodes by a network that grows by one noisy aggregation at a time:
// ProGAP [PROGAP24]; edge or node level.
//
//	stage 0  a layer on features gives each node a row, and a head tells the classes (net.go)
//	stage i  the rows that the newest layer gives are scaled to norm 1 and summed over
//	         neighbours with noise; a new layer reads the sums, and all layers so far are
//	         trained on, with a new head that reads what all of them give (progressive.go)
//
//	relation  gdp.EdgeLevel: features and labels are public, and training has no noise;
//	          gdp.NodeUnbounded for [PublishedNDP]
//	spends    the whole budget on the sums, one a stage (run.go); at node level on the
//	          trainings, too (ndp.go)
//
// [Published] counts an edge as the paper does, [Strict] as what it is in an undirected graph.
// [Null] has stage 0 alone, and [NonPrivate] no noise.
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

// Layers are the settings of the layers.
type Layers struct {
	Classes    int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Hidden     int     `range:"[1,65536]"`      // width of rows and of hidden layers
	BaseLayers int     `range:"[1,64]"`         // linear layers that each stage adds
	HeadLayers int     `range:"[1,64]"`         // linear layers of a stage's head
	Activation string  `range:"selu or relu or tanh"`
	BatchNorm  bool    // after each activation
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of λ/2 |w|² added to the loss
	Epochs     int     `range:"[1,1000000]"` // steps of each stage, on all nodes that are learned from
	Unit       bool    // scale each node's features to norm 1
	// Validation is the share of the nodes to learn from that choose the epoch of each stage
	// instead; 0: none, and the last one counts.
	Validation float64 `json:",omitempty" range:"[0,1)"`
	Scaled     bool    // scale each node's sums to norm 1 where they are read, as GAP does
	Start      uint64  // seed of the first weights, which are public
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// ByArc is the paper's way to count: one edge moves the sums of a stage by 1.
type ByArc struct {
	Layers
	Depth int `range:"[1,64]"` // K, stages after the first
}

// ByEdge counts an edge as what it is in an undirected graph: it moves them by √2.
type ByEdge struct {
	Layers
	Depth int `range:"[1,64]"` // K, stages after the first
}

// Edgeless is a run that does not grow.
type Edgeless struct{ Layers }

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes    int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Depth      int     `range:"[1,64]"`         // K, stages after the first
	MaxDegree  int     `range:"[1,∞)"`          // D, of neighbours that a node's row is added to
	Hidden     int     `range:"[1,65536]"`      // width of rows and of hidden layers
	BaseLayers int     `range:"[1,64]"`         // linear layers that each stage adds
	HeadLayers int     `range:"[1,64]"`         // linear layers of a stage's head
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch      int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	Epochs     int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps a stage
	Clip       float64 `range:"(1e-9,1e9)"`  // bound on a node's gradient, C
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// paper is the setting of the public code of [PROGAP24], which learns from three quarters of the
// nodes, and chooses the epoch, a depth of 1 to 5, one or two layers a stage, and a rate of 0.01 or
// 0.05 by a tenth.
var paper = Layers{
	Hidden: 16, BaseLayers: 1, HeadLayers: 1, Activation: "selu", BatchNorm: true,
	Rate: 0.01, Epochs: 100, Validation: 0.125, Split: split.Config{Share: 0.8},
}

// tuned is trained better than the paper's: on features and sums of norm 1, with the weight
// decay of the strict mode of package gap.
func tuned() Layers {
	c := paper
	c.BatchNorm, c.Validation, c.Decay, c.Unit, c.Scaled = false, 0, 2e-3, true, true
	return c
}
