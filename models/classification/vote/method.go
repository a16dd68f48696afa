// Package vote classifies nodes by their features and noisy votes of their neighbours; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    a twentieth of ε on counts of edges between classes, the rest on what a node's
//	          neighbours vote for (votes.go); no δ
//
// A classifier of features alone is trained on public data (features.go): a regression of a node's
// features, and one of these and of what similar nodes have (similar.go). A node of the training
// set votes for its label, any other for the likeliest class by features. An edge is one vote, ±1
// in one number, for the end to which it tells more (aim.go); labelled nodes get no votes, but for
// 500 that show how far to trust votes. What the noisy votes say about a node's class is an exact
// likelihood (law.go) under a model of degrees and of how classes mix, learned from the same
// releases (posterior.go, mixing.go): where the noise covers the votes it is flat, and the features
// decide.
//
// [Strict] is that. [NonPrivate] counts the same without noise, and [Null] is the classifier of
// features, which knows all that is public at edge level.
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

// The modes: four fifths of the nodes have public labels.
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

// Config is a run with votes.
type Config struct{ Features }

// Edgeless is a run without votes.
type Edgeless struct{ Features }

// Features is how the classifier of features is built.
type Features struct {
	Classes int     `range:"[0,512]"`  // how many there are; 0: as many as the network has names for
	Penalty float64 `range:"[0,∞)"`    // of the logistic regressions on features of norm 1; 0: by the number of labels
	Similar int     `range:"[0,1000]"` // nodes of similar features that the second regression reads; 0: there is no second one
	Folds   int     `range:"[2,100]"`  // parts of the training nodes, whose classes are each predicted from the others
	Split   split.Config
}

// onVotes is the attack on an edge where features say nothing, so that votes count.
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
