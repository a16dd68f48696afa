package mlp

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the perceptron on features.
var Method = method.Method{
	Name: "mlp", About: "a multi-layer perceptron on features, which reads no edge (a baseline of GAP)",
	Paper: "GAP23", Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private(method.Published, "published", "trained plainly: features and labels are public at edge level", gdp.EdgeLevel, Published(), Run),
		method.Private(method.Published, "published-ndp", "noisy gradients on Poisson samples", gdp.NodeLevel, PublishedNDP(), RunNDP).Under(gdp.NodeUnbounded),
		method.Private(method.Strict, "strict", "the same with settings that are worth more", gdp.NodeLevel, Strict(), RunNDP).Under(gdp.NodeUnbounded),
		method.Private(method.Null, "null", "the first weights, untrained", gdp.NodeLevel, Null(), Leave).Under(gdp.NodeUnbounded, gdp.EdgeLevel),
		method.Plain(method.NonPrivate, "nonprivate", "trained plainly", NonPrivate(), Train),
	},
}

// details are what else is told of a run.
type details struct {
	Steps      int     `json:"steps,omitempty"`
	Rate       float64 `json:"sampling_rate,omitempty"`
	Multiplier float64 `json:"noise_multiplier,omitempty"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Net.Classes(), Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Steps, r.Rate, r.Multiplier},
	}
}
