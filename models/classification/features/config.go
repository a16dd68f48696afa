package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/split"
)

// Subsampled is the baseline "Features" of [DPAR24]: a public subsample is trained on,
// and ε and δ of that training are multiplied by its share.
type Subsampled struct {
	Classes   int     `range:"[0,16384]"`   // how many there are, a public fact; 0: as many as the network has names for
	Hidden    int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout   float64 `range:"[0,1)"`       // share of the entries of each layer's input that a step leaves out
	Rate      float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch     int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	Epochs    int     `range:"[0,1000000]"` // T = Epochs ⌈n/B⌉ steps; 0 leaves the first weights as they are
	Clip      float64 `range:"(0,∞)"`       // bound on a node's gradient, C
	Subsample float64 `range:"(0,1]"`       // the share q' of the training nodes that a run sees at all
	Split     split.Config
	Budget    gdp.Budget // of the training; zero: all of the session's
	Backend   string     // "go", "xla:cpu", …; empty: the choice of package backend
}

// NoisyGradients trains on Poisson samples of all training nodes, with the noise that our
// accountant asks for.
type NoisyGradients struct {
	Classes int     `range:"[0,16384]"`   // how many there are, a public fact; 0: as many as the network has names for
	Hidden  int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout float64 `range:"[0,1)"`       // share of the entries of each layer's input that a step leaves out
	Decay   float64 `range:"[0,∞)"`       // λ of λ/2 |w|² added to the loss
	Rate    float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch   int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	Epochs  int     `range:"[0,1000000]"` // T = Epochs ⌈n/B⌉ steps; 0 leaves the first weights as they are
	Clip    float64 `range:"(0,∞)"`       // bound on a node's gradient, C
	Unit    bool    // scale each node's features to norm 1
	Split   split.Config
	Budget  gdp.Budget // of the training; zero: all of the session's
	Backend string     // "go", "xla:cpu", …; empty: the choice of package backend
}

// KeptAs implements [checkpoint.Renamed]: the mode has the name that keys the runs.
func (NoisyGradients) KeptAs() string { return "DPSGD" }

// Unprotected is the training without privacy: no clip, no noise.
type Unprotected struct {
	Classes int     `range:"[0,16384]"`   // how many there are; 0: as many as the network has names for
	Hidden  int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout float64 `range:"[0,1)"`       // share of the entries of each layer's input that a step leaves out
	Decay   float64 `range:"[0,∞)"`       // λ of λ/2 |w|² added to the loss
	Rate    float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch   int     `range:"[1,∞)"`       // nodes in a step
	Epochs  int     `range:"[0,1000000]"` // passes over the training nodes
	Unit    bool    // scale each node's features to norm 1
	Split   split.Config
	Backend string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Untrained is the control that reads nothing: the first weights.
type Untrained struct {
	Classes int `range:"[0,16384]"` // how many there are, a public fact; 0: as many as the network has names for
	Hidden  int `range:"[1,16384]"` // width of the hidden layer
	Split   split.Config
}

// settings are those of every training: f(x) = W₂ ReLU(W₁ x), trained by Adam on the cross-entropy
// of softmax f(x). A Clip of 0 trains without privacy.
type settings struct {
	NoisyGradients
	Subsample float64 // 1 for all training nodes
}

func (c Subsampled) settings() settings {
	return settings{NoisyGradients{
		Classes: c.Classes, Hidden: c.Hidden, Dropout: c.Dropout, Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs, Clip: c.Clip,
		Split: c.Split, Budget: c.Budget, Backend: c.Backend,
	}, c.Subsample}
}

func (c Unprotected) settings() settings {
	return settings{NoisyGradients{
		Classes: c.Classes, Hidden: c.Hidden, Dropout: c.Dropout, Decay: c.Decay, Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs,
		Unit: c.Unit, Split: c.Split, Backend: c.Backend,
	}, 1}
}

// steps returns T for n training nodes.
func (c settings) steps(n int) int { return c.Epochs * ((n + c.Batch - 1) / c.Batch) }

// samplingRate returns q for n training nodes.
func (c settings) samplingRate(n int) float64 { return min(1, float64(c.Batch)/float64(n)) }

// model returns the untrained classifier for a number of features and of classes.
func (c settings) model(columns, classes int) *Model {
	return &Model{Columns: columns, Hidden: c.Hidden, Classes: classes, Unit: c.Unit}
}
