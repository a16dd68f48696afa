package lpgnet

import (
	"fmt"

	"github.com/graphdp/graphdp/models/classification/gcn"
)

// Config is a stack of perceptrons.
type Config struct {
	Perceptron
	Stacks int // that read degree vectors, K
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

// mostStacks is the largest number of stacks; beyond it a setting is likely a typo.
const mostStacks = 16

// Check refuses settings that no run can mean.
func (c Config) Check() error {
	if c.Stacks < 1 || c.Stacks > mostStacks {
		return fmt.Errorf("lpgnet: %d stacks, want 1 … %d", c.Stacks, mostStacks)
	}
	return c.Perceptron.Check()
}

// Check refuses settings that no run can mean.
func (c Perceptron) Check() error {
	if err := c.Classifier.Check(); err != nil {
		return fmt.Errorf("lpgnet: %w", err)
	}
	return nil
}
