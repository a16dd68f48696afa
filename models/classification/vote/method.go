package vote

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the classifier by features and votes.
var Method = method.Method{
	Name: "vote", About: "node classification from features and noisy neighbour votes",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.PrivateOld(method.Strict, "strict", "feature classifier, then one noisy count of neighbours' class votes", gdp.EdgeLevel, Config(Strict()), Run).InEdition(1),
		method.PrivateOld(method.Null, "null", "feature classifier alone; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run),
		classification.PlainOld(method.NonPrivate, "nonprivate", "strict with exact vote counts", NonPrivate(), "vote", Exact.beginPlain).InEdition(1),
	},
	Attack: &onVotes,
}
