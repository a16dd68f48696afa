package sage

import "github.com/graphdp/graphdp/models/method/split"

// Net is the network and its training without noise.
type Net struct {
	Classes    int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Hidden     int     `range:"[1,65536]"`      // width of all layers but the last
	BaseLayers int     `range:"[1,64]"`         // linear layers before neighbours are summed
	HeadLayers int     `range:"[1,64]"`         // linear layers after it
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of λ/2 |w|² added to the loss
	Batch      int     `range:"[1,∞)"`       // nodes in a step
	Epochs     int     `range:"[1,1000000]"` // passes over the nodes that are learned from
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Responses is a training on a graph that randomised response made.
type Responses struct {
	Net
	MaxDegree  int     `range:"[1,4096]"` // K, neighbours of a node
	CountShare float64 `range:"(0,1)"`    // of ε, for the number of edges
}

// Exact is a training on the graph itself.
type Exact struct {
	Net
	MaxDegree int `range:"[1,4096]"` // K, neighbours of a node
}

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes    int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	MaxDegree  int     `range:"[1,4096]"`       // K, neighbours of a node
	Hidden     int     `range:"[1,65536]"`      // width of all layers but the last
	BaseLayers int     `range:"[1,64]"`         // linear layers before neighbours are summed
	HeadLayers int     `range:"[1,64]"`         // linear layers after it
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch      int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	Epochs     int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps
	Clip       float64 `range:"(1e-9,1e9)"`  // bound on the gradient of a node's loss, C
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// net is the part that a plain training has, too.
func (c ByNode) net() Net {
	return Net{
		Classes: c.Classes, Hidden: c.Hidden, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers, Activation: c.Activation,
		Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}
