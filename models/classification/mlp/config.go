package mlp

import (
	"fmt"

	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/split"
)

// Plain is a training without noise, on all nodes in every step.
type Plain struct {
	Classes    int     // how many there are, a public fact; 0: as many as the network has names for
	Layers     int     // linear layers, the last of which gives the classes
	Hidden     int     // width of the others
	Activation string  // "selu", "relu" or "tanh"
	BatchNorm  bool    // before each activation
	Rate       float64 // Adam's learning rate
	Decay      float64 // λ of λ/2 |w|² added to the loss
	Epochs     int     // steps
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Private is a training with noisy gradients on Poisson samples.
type Private struct {
	Classes    int     // how many there are, a public fact; 0: as many as the network has names for
	Layers     int     // linear layers, the last of which gives the classes
	Hidden     int     // width of the others
	Activation string  // "selu", "relu" or "tanh"
	Rate       float64 // Adam's learning rate
	Decay      float64 // λ of λ/2 |w|² added to the loss
	Batch      int     // expected number of nodes in a step, B
	Epochs     int     // T = Epochs ⌈n/B⌉ steps
	Clip       float64 // bound on a node's gradient, C
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Untrained is the control that reads nothing: the first weights.
type Untrained struct {
	Classes    int // how many there are, a public fact; 0: as many as the network has names for
	Layers     int
	Hidden     int
	Activation string
	Split      split.Config
}

// fourFifths is the split of the project's tables; the papers learn from 75 % of the nodes
// and set 10 % aside for validation.
var fourFifths = split.Config{Share: 0.8}

// Published returns the setting of MLP in the public code of [GAP23].
func Published() Plain {
	return Plain{Layers: 3, Hidden: 16, Activation: "selu", BatchNorm: true, Rate: 0.01, Epochs: 100, Split: fourFifths}
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
func NonPrivate() Plain { return Published() }

// Null returns the control that reads nothing.
func Null() Untrained {
	return Untrained{Layers: 3, Hidden: 16, Activation: "selu", Split: fourFifths}
}

// Check reports a setting that no run can have.
func (c Plain) Check() error {
	return named(perceptron.Settings{
		Classes: c.Classes, Hidden: c.Hidden, Layers: []int{c.Layers}, Activation: c.Activation,
		Rate: c.Rate, Decay: c.Decay, Epochs: []int{c.Epochs}, Split: c.Split,
	}.Check())
}

// Check reports a setting that no run can have.
func (c Private) Check() error {
	if err := perceptron.CheckNoisy(c.Batch, c.Clip); err != nil {
		return named(err)
	}
	return named(perceptron.Settings{
		Classes: c.Classes, Hidden: c.Hidden, Layers: []int{c.Layers}, Activation: c.Activation,
		Rate: c.Rate, Decay: c.Decay, Epochs: []int{c.Epochs}, Split: c.Split,
	}.Check())
}

// Check reports a setting that no run can have.
func (c Untrained) Check() error {
	return named(perceptron.Settings{
		Classes: c.Classes, Hidden: c.Hidden, Layers: []int{c.Layers}, Activation: c.Activation, Rate: 1, Split: c.Split,
	}.Check())
}

// named says which package refuses.
func named(err error) error {
	if err != nil {
		return fmt.Errorf("mlp: %w", err)
	}
	return nil
}

// net returns the layers for a number of columns and of names of classes.
func net(columns, names, classes, layers, hidden int, activation string, normal bool) (perceptron.Net, error) {
	if classes != 0 {
		names = classes
	}
	n := perceptron.Net{Channels: []int{columns}, Activation: activation, BatchNorm: normal}
	if columns < 1 || names < 2 {
		return n, fmt.Errorf("mlp: nodes with %d features, of %d classes: there is nothing to learn; set Classes where the network does not name them", columns, names)
	}
	for range layers - 1 {
		n.Head = append(n.Head, hidden)
	}
	n.Head = append(n.Head, names)
	return n, named(n.Check())
}
