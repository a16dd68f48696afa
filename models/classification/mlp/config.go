package mlp

import (
	"slices"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/split"
)

// Config is the configuration of a private mode: a [PublicFeatures], where features are public, a
// [Private] or an [Untrained].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// PublicFeatures is a training without noise, on all nodes in every step, of features and labels
// that are public.
type PublicFeatures struct {
	Classes    int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Layers     int     `range:"[1,64]"`         // linear layers, the last of which gives the classes
	Hidden     int     `range:"[1,65536]"`      // width of the others
	Activation string  `range:"selu or relu or tanh"`
	BatchNorm  bool    // before each activation
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of λ/2 |w|² added to the loss
	Epochs     int     `range:"[1,1000000]"` // steps
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// KeptAs implements [checkpoint.Renamed].
func (PublicFeatures) KeptAs() string { return "Plain" }

// Unprotected is the same without privacy.
type Unprotected PublicFeatures

// Private is a training with noisy gradients on Poisson samples.
type Private struct {
	Classes    int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Layers     int     `range:"[1,64]"`         // linear layers, the last of which gives the classes
	Hidden     int     `range:"[1,65536]"`      // width of the others
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of λ/2 |w|² added to the loss
	Batch      int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	Epochs     int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps
	Clip       float64 `range:"(1e-9,1e9)"`  // bound on a node's gradient, C
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Untrained is the control that reads nothing: the first weights.
type Untrained struct {
	Classes    int    `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Layers     int    `range:"[1,64]"`
	Hidden     int    `range:"[1,65536]"`
	Activation string `range:"selu or relu or tanh"`
	Split      split.Config
}

// fourFifths is the split of the project's tables; the papers learn from 75 % of the nodes
// and set 10 % aside for validation.
var fourFifths = split.Config{Share: 0.8}

// Published returns the setting of MLP in the public code of [GAP23].
func Published() PublicFeatures {
	return PublicFeatures{Layers: 3, Hidden: 16, Activation: "selu", BatchNorm: true, Rate: 0.01, Epochs: 100, Split: fourFifths}
}

// PublishedNDP returns the setting of MLP-DP there: batches of 256 are those of its smallest
// data set.
func PublishedNDP() Private {
	return Private{Layers: 3, Hidden: 16, Activation: "selu", Rate: 0.01, Batch: 256, Epochs: 10, Clip: 1, Split: fourFifths}
}

// Strict returns the same with features of norm 1, two layers and larger and more batches.
func Strict() Private {
	return Private{Layers: 2, Hidden: 16, Activation: "selu", Rate: 0.02, Batch: 512, Epochs: 30, Clip: 1, Unit: true, Split: fourFifths}
}

// NonPrivate returns the setting of MLP.
func NonPrivate() Unprotected { return Unprotected(Published()) }

// Null returns the control that reads nothing.
func Null() Untrained {
	return Untrained{Layers: 3, Hidden: 16, Activation: "selu", Split: fourFifths}
}

// net returns the layers for what is known of the nodes.
func net(d *classification.Data, layers, hidden int, activation string, normal bool) (perceptron.Net, error) {
	head := append(slices.Repeat([]int{hidden}, layers-1), d.Classes)
	n := perceptron.Net{Channels: []int{d.Columns}, Head: head, Activation: activation, BatchNorm: normal}
	return n, n.Check()
}
