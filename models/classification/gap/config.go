package gap

import "github.com/graphdp/graphdp/models/method/split"

// Layers are the settings of encoder and classifier.
type Layers struct {
	Classes       int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Hidden        int     `range:"[1,65536]"`      // width of rows and of hidden layers
	EncoderLayers int     `range:"[1,64]"`         // linear layers of the encoder
	BaseLayers    int     `range:"[1,64]"`         // linear layers that each hop's rows go through
	HeadLayers    int     `range:"[1,64]"`         // linear layers after they are joined
	Activation    string  `range:"selu or relu or tanh"`
	BatchNorm     bool    // before each activation
	Rate          float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay         float64 `range:"[0,1e6]"`     // λ of λ/2 |w|² added to the loss
	EncoderEpochs int     `range:"[1,1000000]"` // steps on all nodes that are learned from
	Epochs        int     `range:"[1,1000000]"` // the same for the classifier
	Unit          bool    // scale each node's features to norm 1
	// Validation is the share of the nodes to learn from that choose the epoch instead; 0: none,
	// and the last one counts.
	Validation float64 `json:",omitempty" range:"[0,1)"`
	Start      uint64  // seed of the first weights, which are public
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// ByArc is the paper's way to count: one edge moves a hop's sums by 1.
type ByArc struct {
	Layers
	Hops int `range:"[1,64]"` // K
}

// ByEdge counts an edge as what it is in an undirected graph: it moves them by √2.
type ByEdge struct {
	Layers
	Hops int `range:"[1,64]"` // K
}

// Edgeless is a run without hops.
type Edgeless struct{ Layers }

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes       int     `range:"0 or [2,65536]"` // how many there are, a public fact; 0: as many as the network has names for
	Hops          int     `range:"[1,64]"`         // K
	MaxDegree     int     `range:"[1,∞)"`          // D, of neighbours that a node's row is added to
	Hidden        int     `range:"[1,65536]"`      // width of rows and of hidden layers
	EncoderLayers int     `range:"[1,64]"`         // linear layers of the encoder
	BaseLayers    int     `range:"[1,64]"`         // linear layers that each hop's rows go through
	HeadLayers    int     `range:"[1,64]"`         // linear layers after they are joined
	Activation    string  `range:"selu or relu or tanh"`
	Rate          float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch         int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	EncoderEpochs int     `range:"[1,1000000]"` // T = EncoderEpochs ⌈n/B⌉ steps
	Epochs        int     `range:"[1,1000000]"` // the same for the classifier
	Clip          float64 `range:"(1e-9,1e9)"`  // bound on a node's gradient, C
	Split         split.Config
	Backend       string // "go", "xla:cpu", …; empty: the choice of package backend
}

// paper is the setting of the public code of [GAP23], which learns from three quarters of the
// nodes, and chooses the epoch, and 1 to 5 hops, by a tenth.
var paper = Layers{
	Hidden: 16, EncoderLayers: 2, BaseLayers: 1, HeadLayers: 1, Activation: "selu", BatchNorm: true,
	Rate: 0.01, EncoderEpochs: 100, Epochs: 100, Validation: 0.125, Split: split.Config{Share: 0.8},
}

// tuned is trained better than the paper's: on features of norm 1, with a weight decay that
// was chosen on two splits of Cora-ML, at ε = 1.
func tuned() Layers {
	c := paper
	c.BatchNorm, c.Validation, c.Decay, c.Unit = false, 0, 2e-3, true
	return c
}
