package lpgnet

import "github.com/graphdp/graphdp/models/classification/gcn"

// Layers is how each MLP is built and trained, with one hidden layer.
type Layers struct {
	gcn.Classifier
	// Validation is the share of the nodes to learn from that choose the epoch instead; 0: none,
	// and the last one counts.
	Validation float64 `json:",omitempty" range:"[0,1)"`
}

// Config is a stack of MLPs.
type Config struct {
	Layers
	Stacks int `range:"[1,16]"` // that read degree vectors, K
}

// Perceptron is the first MLP alone.
type Perceptron struct{ Layers }
