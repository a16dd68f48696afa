package sage

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "sage", About: "one layer of GraphSAGE on sampled neighbourhoods (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier, Attack: &aggregate.Attack,
	Modes: []method.Mode{
		method.Private(method.Published, "published-ndp", "SAGE-NDP: noisy gradients of neighbourhoods, noisy sums to predict by", gdp.NodeUnbounded, PublishedNDP(), RunNDP).
			ProvingNothing(unproved),
		method.Private(method.Strict, "strict", "SAGE-EDP with randomised response of edges, and not of arcs", gdp.EdgeLevel, Strict(), Run),
		method.Private(method.Null, "null", "the same without neighbours: features alone", gdp.EdgeLevel, Null(), Alone),
		method.Plain(method.NonPrivate, "nonprivate", "trained on the graph itself", NonPrivate(), Train),
	},
}

// details are what else is told of a run.
type details struct {
	Steps      int     `json:"steps"`
	Multiplier float64 `json:"noise_multiplier,omitempty"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Classes, Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Steps, r.Multiplier},
	}
}
