package vote

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the classifier by features and votes.
var Method = method.Method{
	Name: "vote", About: "classify nodes by their features and a noisy vote of their neighbours",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private(method.Strict, "strict", "features, then one noisy count of the neighbours' classes", gdp.EdgeLevel, Strict(), Run),
		method.Private(method.Null, "null", "features alone, which are public at edge level", gdp.EdgeLevel, Null(), Alone),
		method.Plain(method.NonPrivate, "nonprivate", "the same count without noise", NonPrivate(), Train),
	},
	Attack: method.OnEdge(),
}

// details are what else is told of a run.
type details struct {
	Multiplier float64 `json:"noise_multiplier,omitempty"`
	Power      float64 `json:"power"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Classes, Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Multiplier, r.Power},
	}
}
