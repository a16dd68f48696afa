package sage

import (
	"fmt"

	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// Net is the configuration of the network and of how it is trained plainly.
type Net struct {
	Classes    int     // how many there are, a public fact; 0: as many as the network has names for
	Hidden     int     // width of all layers but the last
	BaseLayers int     // linear layers before neighbours are summed
	HeadLayers int     // linear layers after it
	Activation string  // "selu", "relu" or "tanh"
	Rate       float64 // Adam's learning rate
	Decay      float64 // λ of λ/2 |w|² added to the loss
	Batch      int     // nodes in a step
	Epochs     int     // passes over the nodes that are learned from
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Responses is a training on a graph that randomised response made.
type Responses struct {
	Net
	MaxDegree  int     // K, neighbours of a node
	CountShare float64 // of ε, for the number of edges
}

// Exact is a training on the graph itself.
type Exact struct {
	Net
	MaxDegree int // K, neighbours of a node
}

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes    int     // how many there are, a public fact; 0: as many as the network has names for
	MaxDegree  int     // K, neighbours of a node
	Hidden     int     // width of all layers but the last
	BaseLayers int     // linear layers before neighbours are summed
	HeadLayers int     // linear layers after it
	Activation string  // "selu", "relu" or "tanh"
	Rate       float64 // Adam's learning rate
	Batch      int     // expected number of nodes in a step, B
	Epochs     int     // T = Epochs ⌈n/B⌉ steps
	Clip       float64 // bound on the gradient of a node's loss, C
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
func Null() Net { return plain() }

// PublishedNDP returns the setting of SAGE-NDP, but for K, and for batches of 128 where it has
// 256 and more: float32 sums of more neighbourhoods round by more than our clip has room for.
func PublishedNDP() ByNode {
	return ByNode{
		MaxDegree: neighbours, Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Batch: 128, Epochs: 10, Clip: 1, Split: fourFifths,
	}
}

// Check reports a setting that no run can have.
func (c Net) Check() error {
	if err := perceptron.CheckBatch(c.Batch); err != nil {
		return named(err)
	}
	return named(perceptron.Settings{
		Classes: c.Classes, Hidden: c.Hidden, Layers: []int{c.BaseLayers, c.HeadLayers}, Activation: c.Activation,
		Rate: c.Rate, Decay: c.Decay, Epochs: []int{c.Epochs}, Split: c.Split,
	}.Check())
}

// Check reports a setting that no run can have.
func (c Responses) Check() error {
	if !(c.CountShare > 0 && c.CountShare < 1) {
		return fmt.Errorf("sage: a share of %v of ε for the count of edges, want one strictly between 0 and 1", c.CountShare)
	}
	return c.Net.checkNeighbours(c.MaxDegree)
}

// Check reports a setting that no run can have.
func (c Exact) Check() error { return c.Net.checkNeighbours(c.MaxDegree) }

// Check reports a setting that no run can have.
func (c ByNode) Check() error {
	if err := train.CheckClip(c.Clip); err != nil {
		return named(err)
	}
	return c.net().checkNeighbours(c.MaxDegree)
}

// most is the largest number of neighbours; beyond it a setting is likely a typo.
const most = 1 << 12

func (c Net) checkNeighbours(k int) error {
	if k < 1 || k > most {
		return fmt.Errorf("sage: at most %d neighbours, want 1 … %d", k, most)
	}
	return c.Check()
}

// named says which package refuses.
func named(err error) error {
	if err != nil {
		return fmt.Errorf("sage: %w", err)
	}
	return nil
}

// net is the part that a plain training has, too.
func (c ByNode) net() Net {
	return Net{
		Classes: c.Classes, Hidden: c.Hidden, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers, Activation: c.Activation,
		Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}
