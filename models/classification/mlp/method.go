// Package mlp classifies nodes by an MLP on their own features: the baseline of [GAP23] and
// [PROGAP24].
//
//	relation  gdp.EdgeLevel for [Published], which is free there: features and labels are
//	          public, and no edge is read. gdp.NodeLevel or gdp.NodeUnbounded for [PublishedNDP]
//	          and [Strict]: a node is one record
//	spends    nothing, or the whole budget on one training with noisy gradients
//
// A trained model predicts from any node's features, which whoever applies it reads in the clear.
//
// Settings and departures from the papers: docs/papers/gap.md.
package mlp

import (
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the MLP on features.
var Method = method.Method{
	Name: "mlp", About: "node classification by an MLP on features, without edges (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes:  []method.Mode{Published.Mode, PublishedNDP.Mode, Strict.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnWord().With(1000, "Layers=1", "BatchNorm=false", "Unit=false", "Batch=64", "Epochs=50", "Rate=0.1"),
}

const sources = "the abstract and the authors' code"

// fourFifths is the split of the project's tables; the papers train on 75 % of the nodes and
// validate on 10 %.
var fourFifths = split.Config{Share: 0.8}

// The modes.
var (
	Published = classification.NewPrivate("mlp", method.Mode{
		Role: method.Published, Name: "published", About: "MLP without noise: features and labels are public at edge level", Relation: gdp.EdgeLevel, From: sources,
	}, Plain{Layers: 3, Hidden: 16, Activation: "selu", BatchNorm: true, Rate: 0.01, Epochs: 100, Split: fourFifths}, Plain.begin)
	// PublishedNDP has batches of 256, like the paper's smallest data set.
	PublishedNDP = classification.NewPrivate("mlp", method.Mode{
		Role: method.Published, Name: "published-ndp", About: "DP-SGD with Poisson sampling", Relation: gdp.NodeLevel, Also: unbounded, From: sources,
	}, Private{Layers: 3, Hidden: 16, Activation: "selu", Rate: 0.01, Batch: 256, Epochs: 10, Clip: 1, Split: fourFifths}, Private.begin)
	Strict = classification.NewPrivate("mlp", method.Mode{
		Role: method.Strict, Name: "strict", About: "DP-SGD with unit-norm features, two layers and larger batches", Relation: gdp.NodeLevel, Also: unbounded,
	}, Private{Layers: 2, Hidden: 16, Activation: "selu", Rate: 0.02, Batch: 512, Epochs: 30, Clip: 1, Unit: true, Split: fourFifths}, Private.begin)
	Null = classification.NewPrivate("mlp", method.Mode{
		Role: method.Null, Name: "null", About: "initial weights, untrained; knows no training data", Relation: gdp.NodeLevel, Also: []gdp.Relation{gdp.NodeUnbounded, gdp.EdgeLevel},
	}, Untrained{Layers: 3, Hidden: 16, Activation: "selu", Split: fourFifths}, Untrained.begin)
	NonPrivate = classification.NewPlain("mlp", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "MLP without noise",
	}, Published.Settings, Plain.begin)
)

var unbounded = []gdp.Relation{gdp.NodeUnbounded}

// Plain is full-batch training without noise.
type Plain struct {
	Classes    int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Layers     int     `range:"[1,64]"`         // linear layers, the last one outputs the classes
	Hidden     int     `range:"[1,65536]"`      // width of the hidden layers
	Activation string  `range:"selu or relu or tanh"`
	BatchNorm  bool    // before each activation
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of the term λ/2 |w|² of the loss
	Epochs     int     `range:"[1,1000000]"` // steps
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Private is training with noisy gradients on Poisson samples.
type Private struct {
	Classes    int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Layers     int     `range:"[1,64]"`         // linear layers, the last one outputs the classes
	Hidden     int     `range:"[1,65536]"`      // width of the hidden layers
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of the term λ/2 |w|² of the loss
	Batch      int     `range:"[1,∞)"`       // expected batch size, B
	Epochs     int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps
	Clip       float64 `range:"(1e-9,1e9)"`  // bound on a node's gradient, C
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Untrained is the control with initial weights, which reads no data.
type Untrained struct {
	Classes    int    `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Layers     int    `range:"[1,64]"`
	Hidden     int    `range:"[1,65536]"`
	Activation string `range:"selu or relu or tanh"`
	Split      split.Config
}

// net returns the layers for the public dimensions of the data.
func net(d *classification.Data, layers, hidden int, activation string, normal bool) (perceptron.Net, error) {
	head := append(slices.Repeat([]int{hidden}, layers-1), d.Classes)
	n := perceptron.Net{Channels: []int{d.Columns}, Head: head, Activation: activation, BatchNorm: normal}
	return n, n.Check()
}
