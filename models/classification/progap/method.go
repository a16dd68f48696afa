package progap

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "progap", About: "a classifier of nodes that grows by noisy sums over neighbours",
	Paper: "PROGAP24", Releases: release.KindClassifier, Attack: &aggregate.Attack,
	Modes: []method.Mode{
		method.Private(method.Published, "published", "edge level as printed: a noisy sum a stage; an edge counted as one arc", gdp.EdgeLevel, Published(), Run),
		method.Private(method.Published, "published-ndp", "node level: sampled neighbours, and noisy gradients in every stage", gdp.NodeUnbounded, PublishedNDP(), RunNDP).
			ProvingNothing(unproved),
		method.Private(method.Strict, "strict", "one sum, an edge counted as the two arcs that it is, trained better", gdp.EdgeLevel, Strict(), RunStrict),
		method.Private(method.Null, "null", "the first stage alone: features", gdp.EdgeLevel, Null(), Alone),
		method.Plain(method.NonPrivate, "nonprivate", "sums without noise", NonPrivate(), Train),
	},
}

// details are what else is told of a run.
type details struct {
	Multiplier float64 `json:"noise_multiplier,omitempty"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Net.Classes(), Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Multiplier},
	}
}
