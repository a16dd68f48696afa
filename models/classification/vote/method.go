package vote

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the classifier by features and votes.
var Method = method.Method{
	Name: "vote", About: "classify nodes by their features and a noisy vote of their neighbours",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private(method.Strict, "strict", "features, then one noisy count of votes for the classes that they leave open", gdp.EdgeLevel, Config(Strict()), Run).InEdition(1),
		method.Private(method.Null, "null", "features alone, which are public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		node.Plain(method.NonPrivate, "nonprivate", "the same count without noise", NonPrivate(), "vote", Exact.beginPlain).InEdition(1),
	},
	Attack: &onVotes,
}
