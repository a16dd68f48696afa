// Package vote classifies nodes by their features and noisy votes of their neighbours; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    a twentieth of ε on edge counts between classes, the rest on the votes of a node's
//	          neighbours (votes.go); no δ
//
// First, a classifier is trained on public features (features.go): one regression on a node's
// features, and one that adds the features of similar nodes (similar.go). A training node votes for
// its label, any other for its most likely class by features. Each edge is one vote, ±1 in one
// number, for the end to which it is more informative (aim.go). Labelled nodes get no votes, except
// for 500 that calibrate the weight of votes. The noisy votes give an exact likelihood of a node's
// class (law.go) under a model of degrees and class mixing learned from the same releases
// (posterior.go, mixing.go). If noise dominates, the likelihood is flat, and the features decide.
//
// [Strict] is this method. [NonPrivate] uses exact counts, and [Null] is the classifier by
// features, which uses all data that are public at edge level.
package vote

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the classifier by features and votes.
var Method = method.Method{
	Name: "vote", About: "node classification from features and noisy neighbour votes",
	Releases: release.KindClassifier,
	Modes:    []method.Mode{Strict.Mode, Null.Mode, NonPrivate.Mode},
	Attack:   &onVotes,
}

// The modes. Four fifths of the nodes have public labels.
var (
	Strict = classification.NewPrivate("vote", method.Mode{
		Role: method.Strict, Name: "strict", About: "feature classifier, then one noisy count of neighbours' class votes", Relation: gdp.EdgeLevel, Edition: 2,
	}, Config{features}, Config.begin)
	Null = classification.NewPrivate("vote", method.Mode{
		Role: method.Null, Name: "null", About: "feature classifier alone; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, Edgeless{features}, Edgeless.begin)
	NonPrivate = classification.NewPlain("vote", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "strict with exact vote counts", Edition: 2,
	}, Config{features}, Config.exact)
)

var features = Features{Similar: 15, Folds: 5, Split: split.Config{Share: 0.8}}

// Config is the classifier with votes.
type Config struct{ Features }

// Edgeless is the classifier without votes.
type Edgeless struct{ Features }

// Features holds the settings of the classifier by features.
type Features struct {
	Classes int     `range:"[0,512]"`  // number of classes; 0: from the network's class names
	Penalty float64 `range:"[0,∞)"`    // of the logistic regressions on features of norm 1; 0: chosen by the number of labels
	Similar int     `range:"[0,1000]"` // number of similar nodes in the second regression; 0: no second regression
	Folds   int     `range:"[2,100]"`  // folds of cross-fitting on the training nodes
	Split   split.Config
}

// onVotes attacks an edge whose ends have uninformative features, so that votes count.
var onVotes = method.Attack{
	Worlds: "60 nodes of two classes with one word for all, joined to others of their class; nodes 0 and 1, of different classes, have an edge or none", Looks: method.OnEdge().Looks,
	Settings: method.AllLearn, Runs: 4000, Look: method.OnEdge().Look,
	Make: func(rel gdp.Relation) ([2]*graph.Network, error) {
		worlds, err := method.OnEdge().Make(rel)
		if err != nil {
			return worlds, err
		}
		n := worlds[0].Graph.N()
		offsets := make([]int64, n+1)
		for u := range offsets {
			offsets[u] = int64(u)
		}
		x, err := graph.NewAttributes(1, offsets, make([]int32, n), slices.Repeat([]float32{1}, n))
		for _, w := range worlds {
			w.Attrs = x
		}
		return worlds, err
	},
}
