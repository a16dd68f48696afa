package vote

import (
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
