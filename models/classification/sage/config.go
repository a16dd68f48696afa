package sage

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/split"
)

// Config is the configuration of a private mode: a [Responses], a [ByNode] or an [Edgeless].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// Net is the configuration of the network and of how it is trained plainly.
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

// Edgeless is a training without neighbours.
type Edgeless struct{ Net }

// KeptAs implements [checkpoint.Renamed].
func (Edgeless) KeptAs() string { return "Net" }

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

// fourFifths is the split of the project's tables.
var fourFifths = split.Config{Share: 0.8}

// plain is a network of the paper's size, with the weight decay of the strict mode of package
// gap.
func plain() Net {
	return Net{
		Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Decay: 2e-3, Batch: 256, Epochs: 20, Unit: true, Split: fourFifths,
	}
}

// neighbours is K: the paper chooses 100 to 400 by validation, for graphs with mean degrees of
// 60 and more. Those here have 3 to 9.
const neighbours = 10

// Strict returns the setting of the proved mode.
func Strict() Responses { return Responses{plain(), neighbours, 0.1} }

// NonPrivate returns the same on the graph itself.
func NonPrivate() Exact { return Exact{plain(), neighbours} }

// Null returns the same without neighbours.
func Null() Edgeless { return Edgeless{plain()} }

// PublishedNDP returns the setting of SAGE-NDP, but for K, and for batches of 128 where it has
// 256 and more: float32 sums of more neighbourhoods round by more than our clip has room for.
func PublishedNDP() ByNode {
	return ByNode{
		MaxDegree: neighbours, Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Batch: 128, Epochs: 10, Clip: 1, Split: fourFifths,
	}
}

// net is the part that a plain training has, too.
func (c ByNode) net() Net {
	return Net{
		Classes: c.Classes, Hidden: c.Hidden, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers, Activation: c.Activation,
		Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}
