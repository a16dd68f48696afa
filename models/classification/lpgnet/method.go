package lpgnet

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the stack of perceptrons.
var Method = method.Method{
	Name: "lpgnet", About: "classify nodes by stacked perceptrons with noisy counts of neighbours by class", Paper: "LPGNET22",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private(method.Published, "published", "LPGNet-2: noisy degree vectors for two stacks, half of ε each", gdp.EdgeLevel, Published(), Run),
		method.Private(method.Null, "null", "the first perceptron alone: features and labels, public at edge level", gdp.EdgeLevel, Null(), Alone),
		method.Plain(method.NonPrivate, "nonprivate", "the same with exact degree vectors", NonPrivate(), Train),
	},
	Attack: method.OnEdge(),
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Scores, Classes: r.Scores.Classes, Split: r.Split},
		Guarantee: r.Guarantee,
	}
}
