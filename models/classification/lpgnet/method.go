// Package lpgnet classifies nodes by stacked MLPs on noisy counts of predicted neighbour classes:
// LPGNet [LPGNET22]; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    ε in equal parts, without δ, on the degree vectors of each stack (vectors.go)
//
// The first MLP reads features. Its predictions split the nodes into clusters, one per class. A
// node's noisy degree vector counts its neighbours in each cluster. Each further MLP reads the
// outputs and degree vectors of all MLPs before it.
//
// [Published] is LPGNet, [NonPrivate] has exact degree vectors, and [Null] is the first MLP alone.
//
// Equations and departures from the paper: docs/papers/lpgnet.md.
package lpgnet

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is LPGNet and its controls.
var Method = method.Method{
	Name: "lpgnet", About: "node classification by stacked MLPs with noisy neighbour counts per class", Paper: "LPGNET22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: map[string]string{"LPGNet": "published", "LPGNet-2": "published", "LPGNet-1": "published"},
	Modes:  []method.Mode{Published.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnEdge().With(2000, "Stacks=1", "Epochs=30", "Hidden=8", "Dropout=0"),
}

// The modes, with the settings of the authors' code for transductive learning.
var (
	Published = classification.NewPrivate("lpgnet", method.Mode{
		Role: method.Published, Name: "published", About: "LPGNet-2: noisy cluster degree vectors for two stacked MLPs, ε/2 each", Relation: gdp.EdgeLevel, Edition: 1,
	}, Config{layers(), 2}, Config.begin)
	Null = classification.NewPrivate("lpgnet", method.Mode{
		Role: method.Null, Name: "null", About: "first MLP alone; knows features and labels, public at edge level", Relation: gdp.EdgeLevel, Edition: 1,
	}, Perceptron{layers()}, Perceptron.begin)
	NonPrivate = classification.NewPlain("lpgnet", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "LPGNet-2 with exact cluster degree vectors", Edition: 1,
	}, Published.Settings, Config.exact)
)

func layers() Layers {
	c := gcn.NonPrivate.Settings // of the same width, rate, decay and dropout
	c.Epochs = 500
	return Layers{c, 0.2}
}

// Layers holds the settings of each MLP, which has one hidden layer.
type Layers struct {
	gcn.Classifier
	// Validation is the share of the training nodes held out to choose the epoch; 0 keeps the last
	// epoch.
	Validation float64 `json:",omitempty" range:"[0,1)"`
}

// Config is a stack of MLPs.
type Config struct {
	Layers
	Stacks int `range:"[1,16]"` // K, number of MLPs that read degree vectors
}

// Perceptron is the first MLP alone.
type Perceptron struct{ Layers }

// exhibits returns numbers that [LPGNET22] plots, from results/resultcora.csv and
// resultciteseer.csv of its public code: means of 30 seeds.
func exhibits() []method.Exhibit {
	return []method.Exhibit{classification.FewLabels("lpgnet", "the paper's numbers are from files of its public code", true, nil,
		classification.Curve{Method: "LPGNet-1", Data: "cora", Points: [][3]float64{{1, .5104, .0255}, {4, .6521, .0181}, {8, .6812, .0174}}},
		classification.Curve{Method: "LPGNet-2", Data: "cora", Points: [][3]float64{{1, .5038, .0239}, {4, .6408, .0125}, {8, .699, .0098}, {0, .7342, .0063}}},
		classification.Curve{Method: "MLP", Data: "cora", Points: [][3]float64{{0, .5971, .0046}}},
		classification.Curve{Method: "LPGNet-1", Data: "citeseer", Points: [][3]float64{{1, .5892, .0192}, {4, .6369, .0091}, {8, .644, .0079}}},
		classification.Curve{Method: "LPGNet-2", Data: "citeseer", Points: [][3]float64{{1, .4942, .038}, {4, .612, .0146}, {8, .6461, .0116}, {0, .6687, .0073}}},
		classification.Curve{Method: "MLP", Data: "citeseer", Points: [][3]float64{{0, .5985, .0072}}},
	)}
}
