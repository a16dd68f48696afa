package lpgnet

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
)

// Config is the configuration of a private mode: a [Stacked] or a [Perceptron].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// Layers is how each perceptron is built and trained, with one hidden layer.
type Layers struct {
	gcn.Classifier
	// Validation is the share of the nodes to learn from that choose the epoch instead; 0: none,
	// and the last one counts.
	Validation float64 `json:",omitempty" range:"[0,1)"`
}

// Stacked is a stack of perceptrons.
type Stacked struct {
	Layers
	Stacks int `range:"[1,16]"` // that read degree vectors, K
}

// Exact is the same with exact degree vectors.
type Exact Stacked

// KeptAs implements [checkpoint.Renamed].
func (Stacked) KeptAs() string { return "Config" }

// Perceptron is the first perceptron alone.
type Perceptron struct{ Layers }

// Published returns LPGNet-2 with the settings that the authors' code has for graphs of one
// piece.
func Published() Stacked { return Stacked{Null().Layers, 2} }

// NonPrivate returns the same setting.
func NonPrivate() Exact { return Exact(Published()) }

// Null returns the setting of the first perceptron.
func Null() Perceptron {
	c := gcn.NonPrivate().Classifier // of the same width, rate, decay and dropout
	c.Epochs = 500
	return Perceptron{Layers{c, 0.2}}
}
