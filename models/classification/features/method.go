// Package features classifies nodes by a network on their features alone: the baseline "Features"
// of [DPAR24] Table 1; node level. It reads no edges, so each node is one record, which training
// with clipped gradients and noise protects.
//
//	relation  gdp.NodeLevel or gdp.NodeUnbounded; only the trained model is
//	          released. The node lists of a split are public: ids of the universe.
//	          An absent node, or one without a label of a known class, leaves a
//	          hole in a batch of package perceptron
//	spends    the whole budget on one release, the class sums of features (sums.go),
//	          or on one training, on Poisson samples of the training nodes (run.go)
//
// [Published] has the settings and the accounting of the paper. [Strict] releases noisy sums and
// classifies by their posterior under the known noise (evidence.go). [DPSGD] trains the paper's
// network with our accountant's noise and without a subsample. [NonPrivate] and [Null] are the
// upper and lower controls. A trained model predicts from any node's features, which whoever
// applies it reads in the clear.
//
// Equations and departures from the paper are stated in the code.
package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
	"github.com/graphdp/graphdp/models/method/study"
)

// Method is the classifier by features.
var Method = method.Method{
	Name: "features", About: "node classification from features alone, without edges (a baseline of DPAR)",
	Paper: "DPAR24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Words)(nil)}, Called: map[string]string{"Features": "published"}, Exhibits: exhibits(), Small: []string{"Epochs=5"},
	Modes:  []method.Mode{Published.Mode, Strict.Mode, DPSGD.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnWord().With(1000, "Unit=false", "Batch=64", "Epochs=30", "Rate=0.1", "Hidden=16", "Dropout=0"),
}

var (
	fourFifths = split.Config{Share: 0.8} // [DPAR24] §5
	unbounded  = []gdp.Relation{gdp.NodeUnbounded}
)

// The modes.
var (
	// Published has the settings of [DPAR24] §5, App. F, Figs. 10 and 11, and the dropout of its
	// public code: "Features" with the whole budget spent on training.
	Published = classification.NewPrivate("features", method.Mode{
		Role: method.Published, Name: "published", About: "DP-SGD on a public subsample, counted as privacy amplification", Relation: gdp.NodeLevel, Also: unbounded,
		Unshown: "the attacked node is in the public subsample in only 9 of 100 runs",
	}, Subsampled{Hidden: 32, Dropout: 0.1, Rate: 0.005, Batch: 60, Epochs: 200, Clip: 1, Subsample: 0.09, Split: fourFifths}, Subsampled.begin)
	// Strict is the most accurate proved mode at every ε from 0.5 to 8.
	Strict = classification.NewPrivate("features", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy feature sums per class, then a likelihood classifier", Relation: gdp.NodeLevel, Also: unbounded,
		Attack: method.OnWord().With(4000, "Unit=false"),
	}, ClassSums{Split: fourFifths}, ClassSums.begin)
	// DPSGD has a batch, epochs and a rate chosen on Cora-ML: on that data set they are tuned on
	// the data themselves.
	DPSGD = classification.NewPrivate("features", method.Mode{
		Role: method.Other, Name: "dp-sgd", About: "DP-SGD with Poisson sampling", Relation: gdp.NodeLevel, Also: unbounded,
	}, NoisyGradients{Hidden: 32, Rate: 0.02, Batch: 256, Epochs: 30, Clip: 1, Unit: true, Split: fourFifths}, NoisyGradients.begin)
	Null = classification.NewPrivate("features", method.Mode{
		Role: method.Null, Name: "null", About: "initial weights, untrained; knows no training data", Relation: gdp.NodeLevel, Also: unbounded,
	}, Untrained{Hidden: 32, Split: fourFifths}, Untrained.begin)
	NonPrivate = classification.NewPlain("features", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's training without clipping and noise",
	}, Unprotected{Hidden: 32, Dropout: 0.1, Decay: 1e-4, Rate: 0.005, Batch: 60, Epochs: 200, Split: fourFifths}, Unprotected.begin)
)

// Subsampled is the baseline "Features" of [DPAR24]: it trains on a public subsample, and
// multiplies ε and δ of that training by the subsample's share.
type Subsampled struct {
	Classes   int     `range:"[0,16384]"`   // number of classes, public; 0: from the network's class names
	Hidden    int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout   float64 `range:"[0,1)"`       // dropout rate of each layer's input
	Rate      float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch     int     `range:"[1,∞)"`       // expected batch size, B
	Epochs    int     `range:"[0,1000000]"` // T = Epochs ⌈n/B⌉ steps; 0 keeps the initial weights
	Clip      float64 `range:"(0,∞)"`       // bound on a node's gradient, C
	Subsample float64 `range:"(0,1]"`       // the share q' of the training nodes that a run uses
	Split     split.Config
	Budget    gdp.Budget // for the training; zero: the session's whole budget
	Backend   string     // "go", "xla:cpu", …; empty: the choice of package backend
}

// NoisyGradients trains on Poisson samples of all training nodes, with the noise of our accountant.
type NoisyGradients struct {
	Classes int     `range:"[0,16384]"`   // number of classes, public; 0: from the network's class names
	Hidden  int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout float64 `range:"[0,1)"`       // dropout rate of each layer's input
	Decay   float64 `range:"[0,∞)"`       // λ of the term λ/2 |w|² of the loss
	Rate    float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch   int     `range:"[1,∞)"`       // expected batch size, B
	Epochs  int     `range:"[0,1000000]"` // T = Epochs ⌈n/B⌉ steps; 0 keeps the initial weights
	Clip    float64 `range:"(0,∞)"`       // bound on a node's gradient, C
	Unit    bool    // scale each node's features to norm 1
	Split   split.Config
	Budget  gdp.Budget // for the training; zero: the session's whole budget
	Backend string     // "go", "xla:cpu", …; empty: the choice of package backend
}

// KeptAs implements [checkpoint.Renamed]: stored runs use the mode's name.
func (NoisyGradients) KeptAs() string { return "DPSGD" }

// Unprotected is training without privacy: no clipping, no noise.
type Unprotected struct {
	Classes int     `range:"[0,16384]"`   // number of classes; 0: from the network's class names
	Hidden  int     `range:"[1,16384]"`   // width of the hidden layer
	Dropout float64 `range:"[0,1)"`       // dropout rate of each layer's input
	Decay   float64 `range:"[0,∞)"`       // λ of the term λ/2 |w|² of the loss
	Rate    float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch   int     `range:"[1,∞)"`       // nodes per step
	Epochs  int     `range:"[0,1000000]"` // passes over the training nodes
	Unit    bool    // scale each node's features to norm 1
	Split   split.Config
	Backend string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Untrained is the control with initial weights, which reads no data.
type Untrained struct {
	Classes int `range:"[0,16384]"` // number of classes, public; 0: from the network's class names
	Hidden  int `range:"[1,16384]"` // width of the hidden layer
	Split   split.Config
}

// settings are shared by all trainings: f(x) = W₂ ReLU(W₁ x), trained by Adam on the cross-entropy
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

// model returns the untrained classifier for the given numbers of features and classes.
func (c settings) model(columns, classes int) *Model {
	return &Model{Columns: columns, Hidden: c.Hidden, Classes: classes, Unit: c.Unit}
}

// exhibits returns the rows "Features" of [DPAR24] Table 1, at its δ.
func exhibits() []method.Exhibit {
	e := method.Exhibit{
		Name: "Table 1", About: `the row "Features" of Table 1`, Protocol: "classification", Values: []string{"accuracy"}, Printed: table1(),
		Across: []string{method.ByEpsilon}, Down: []string{method.ByData, method.ByMode},
	}
	for _, x := range []struct {
		data  string
		delta float64
	}{{"cora-ml", 2e-3}, {"coauthor-cs", 8e-4}, {"coauthor-phy", 1e-4}} {
		s := study.Study{Methods: []string{"features"}, Data: []string{x.data}, Deltas: []float64{x.delta}, Seeds: study.Seeds(3)}
		private, plain, null := s, s, s
		private.Modes, private.Epsilons = []string{"published", "strict", "dp-sgd"}, []float64{1, 8}
		plain.Modes, plain.Vary = []string{"nonprivate"}, []study.Axis{{Setting: "Epochs", Values: []string{"10"}}, {Setting: "Batch", Values: []string{"256"}}}
		null.Modes, null.Epsilons = []string{"null"}, []float64{0}
		e.Studies = append(e.Studies, private, plain, null)
	}
	return []method.Exhibit{e}
}

// table1 returns the numbers of "Features" in [DPAR24] Table 1: test accuracies on splits by METIS.
func table1() (all []method.Quoted) {
	for _, row := range []struct {
		data     string
		accuracy [3]float64 // at ε = 1 and 8, and without privacy
	}{
		{"cora-ml", [3]float64{0.573, 0.611, 0.773}},
		{"coauthor-cs", [3]float64{0.834, 0.895, 0.931}},
		{"coauthor-phy", [3]float64{0.841, 0.902, 0.950}},
	} {
		for i, eps := range []float64{1, 8, 0} {
			all = append(all, method.Quoted{
				Method: "Features", Data: row.data, Value: "accuracy", Epsilon: eps, Mean: row.accuracy[i],
			})
		}
	}
	return all
}
