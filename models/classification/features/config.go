package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/split"
)

// Config is the configuration of a private mode: a [ClassSums], a [Subsampled], a [NoisyGradients]
// or an [Untrained].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// Subsampled is the baseline "Features" of [DPAR24]: a public subsample is trained on,
// and ε and δ of that training are multiplied by its share.
type Subsampled struct {
	Classes   int     `range:"[0,16384]"`   // how many there are, a public fact; 0: as many as the network has names for
	Hidden    int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout   float64 `range:"[0,1)"`       // share of the entries of each layer's input that a step leaves out
	Rate      float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch     int     `range:"[1,∞)"`       // expected number of nodes in a step, B
	Epochs    int     `range:"[0,1000000]"` // T = Epochs ⌈n/B⌉ steps; 0 leaves the first weights as they are
	Clip      float64 `range:"[0,∞)"`       // bound on a node's gradient, C
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
	Clip    float64 `range:"[0,∞)"`       // bound on a node's gradient, C
	Unit    bool    // scale each node's features to norm 1
	Split   split.Config
	Budget  gdp.Budget // of the training; zero: all of the session's
	Backend string     // "go", "xla:cpu", …; empty: the choice of package backend
}

// KeptAs implements [checkpoint.Renamed].
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

// KeptAs implements [checkpoint.Renamed].
func (Unprotected) KeptAs() string { return "Plain" }

// Untrained is the control that reads nothing: the first weights.
type Untrained struct {
	Classes int `range:"[0,16384]"` // how many there are, a public fact; 0: as many as the network has names for
	Hidden  int `range:"[1,16384]"` // width of the hidden layer
	Split   split.Config
}

// fourFifths is the split of [DPAR24] §5.
var fourFifths = split.Config{Share: 0.8}

// Published returns the setting of [DPAR24]: §5 and the table of parameters of its
// public code, "Features" with the whole budget spent on training.
func Published() Subsampled {
	return Subsampled{
		Hidden: 32, Dropout: 0.1, Rate: 0.005, // App. F; dropout in the code alone
		Batch: 60, Epochs: 200, Clip: 1, // Figs. 10 and 11, §5
		Subsample: 0.09, // §5
		Split:     fourFifths,
	}
}

// Strict returns [ClassSums]: of what is proved here, the most useful at every ε from 0.5 to 8.
func Strict() ClassSums { return ClassSums{Split: fourFifths} }

// DPSGD returns [NoisyGradients] with larger and fewer batches than the paper's and features of
// norm 1, which are worth more than its subsample at the same ε. Batch, epochs and rate
// were chosen on Cora-ML: a run there has seen its own data in that choice.
func DPSGD() NoisyGradients {
	return NoisyGradients{Hidden: 32, Rate: 0.02, Batch: 256, Epochs: 30, Clip: 1, Unit: true, Split: fourFifths}
}

// NonPrivate returns the setting of [DPAR24] without privacy: all training nodes, weight
// decay.
func NonPrivate() Unprotected {
	return Unprotected{Hidden: 32, Dropout: 0.1, Decay: 1e-4, Rate: 0.005, Batch: 60, Epochs: 200, Split: fourFifths}
}

// Null returns the control that reads nothing.
func Null() Untrained { return Untrained{Hidden: 32, Split: fourFifths} }

// settings holds all settings of a training: f(x) = W₂ ReLU(W₁ x), trained by Adam on
// the cross-entropy of softmax f(x).
type settings struct {
	Classes, Hidden      int
	Dropout, Decay, Rate float64
	Batch, Epochs        int
	Clip                 float64 // 0 trains without privacy
	Unit                 bool
	Subsample            float64 // 1 for all training nodes
	Split                split.Config
	Budget               gdp.Budget
	Backend              string
}

func (c Subsampled) settings() settings {
	return settings{
		Classes: c.Classes, Hidden: c.Hidden, Dropout: c.Dropout, Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs, Clip: c.Clip,
		Subsample: c.Subsample, Split: c.Split, Budget: c.Budget, Backend: c.Backend,
	}
}

func (c NoisyGradients) settings() settings {
	return settings{
		Classes: c.Classes, Hidden: c.Hidden, Dropout: c.Dropout, Decay: c.Decay, Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs,
		Clip: c.Clip, Unit: c.Unit, Subsample: 1, Split: c.Split, Budget: c.Budget, Backend: c.Backend,
	}
}

func (c Unprotected) settings() settings {
	return settings{
		Classes: c.Classes, Hidden: c.Hidden, Dropout: c.Dropout, Decay: c.Decay, Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs,
		Unit: c.Unit, Subsample: 1, Split: c.Split, Backend: c.Backend,
	}
}

func (c Untrained) settings() settings {
	return settings{Classes: c.Classes, Hidden: c.Hidden, Rate: 1, Batch: 1, Subsample: 1, Split: c.Split}
}

// steps returns T for n training nodes.
func (c settings) steps(n int) int { return c.Epochs * ((n + c.Batch - 1) / c.Batch) }

// samplingRate returns q for n training nodes.
func (c settings) samplingRate(n int) float64 { return min(1, float64(c.Batch)/float64(n)) }

// model returns the untrained classifier for a number of features and of classes.
func (c settings) model(columns, classes int) *Model {
	return &Model{Columns: columns, Hidden: c.Hidden, Classes: classes, Unit: c.Unit}
}
