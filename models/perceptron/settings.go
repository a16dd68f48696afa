package perceptron

import (
	"fmt"

	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// Settings are those that methods with perceptrons have in common: what can be said of layers
// and trainings before there is a graph.
type Settings struct {
	Classes    int     // how many there are; 0: as many as the network has names for
	Hidden     int     // width of hidden layers
	Layers     []int   // numbers of linear layers, of each module
	Activation string  // "selu", "relu" or "tanh"
	Rate       float64 // Adam's learning rate
	Decay      float64 // λ of λ/2 |w|² added to the loss
	Epochs     []int   // of each training
	Split      split.Config
}

// Beyond these sizes a setting is likely a typo.
const (
	deepest = 64 // layers of a module
	longest = 1_000_000
)

// Check reports a setting that no run can have.
func (s Settings) Check() error {
	switch {
	case s.Classes < 0 || s.Classes == 1 || s.Classes > widest:
		return fmt.Errorf("perceptron: %d classes, want 2 … %d, or 0 for those that the network names", s.Classes, widest)
	case s.Hidden < 1 || s.Hidden > widest:
		return fmt.Errorf("perceptron: %d hidden units, want 1 … %d", s.Hidden, widest)
	}
	for _, n := range s.Layers {
		if n < 1 || n > deepest {
			return fmt.Errorf("perceptron: %d layers of a module, want 1 … %d", n, deepest)
		}
	}
	for _, n := range s.Epochs {
		if n < 1 || n > longest {
			return fmt.Errorf("perceptron: %d epochs, want 1 … %d", n, longest)
		}
	}
	if _, _, err := Activation(s.Activation); err != nil {
		return err
	}
	if err := train.DefaultAdam(s.Rate).Check(); err != nil {
		return err
	}
	if err := train.CheckDecay(s.Decay); err != nil {
		return err
	}
	return s.Split.Check()
}

// CheckNoisy reports a setting of a training with noisy gradients that no run can have: the
// nodes of a batch, or the bound on a node's gradient.
func CheckNoisy(batch int, clip float64) error {
	if err := CheckBatch(batch); err != nil {
		return err
	}
	return train.CheckClip(clip)
}

// CheckBatch reports a number of nodes that no batch can have.
func CheckBatch(batch int) error {
	if batch < 1 {
		return fmt.Errorf("perceptron: batches of %d nodes, want at least 1", batch)
	}
	return nil
}
