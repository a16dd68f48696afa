package lpgnet

import (
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/ranges"
)

// Config is a stack of perceptrons.
type Config struct {
	Perceptron
	Stacks int `range:"[1,16]"` // that read degree vectors, K
}

// Perceptron is how each perceptron is built and trained, with one hidden layer.
type Perceptron struct{ gcn.Classifier }

// Published returns LPGNet-2 with the settings that the authors' code has for graphs of one
// piece, without its choice of an epoch by validation labels.
func Published() Config { return Config{Perceptron: Null(), Stacks: 2} }

// NonPrivate returns the same setting.
func NonPrivate() Config { return Published() }

// Null returns the setting of the first perceptron.
func Null() Perceptron {
	c := gcn.NonPrivate() // of the same width, rate, decay and dropout
	c.Epochs = 500
	return Perceptron{c}
}

// Check refuses settings that no run can mean.
func (c Config) Check() error { return ranges.Check("lpgnet", c) }

// Check refuses settings that no run can mean.
func (c Perceptron) Check() error { return ranges.Check("lpgnet", c) }
