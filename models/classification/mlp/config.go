package mlp

import (
	"slices"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/split"
)

// Plain is a training without noise, on all nodes in every step.
type Plain struct {
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

// net returns the layers for what is known of the nodes.
func net(d *classification.Data, layers, hidden int, activation string, normal bool) (perceptron.Net, error) {
	head := append(slices.Repeat([]int{hidden}, layers-1), d.Classes)
	n := perceptron.Net{Channels: []int{d.Columns}, Head: head, Activation: activation, BatchNorm: normal}
	return n, n.Check()
}
