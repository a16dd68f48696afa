package features

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the classifier on features.
var Method = method.Method{
	Name: "features", About: "classify nodes by their features alone (a baseline of DPAR)",
	Paper: "DPAR24", Releases: release.KindClassifier, Quoted: quoted(),
	Modes: []method.Mode{
		method.Private("published", "a public subsample, its share taken off ε", gdp.NodeLevel, Config(Published()), Run).Under(gdp.NodeUnbounded),
		method.Private("strict", "noisy gradients on Poisson samples", gdp.NodeLevel, Config(Strict()), Run).Under(gdp.NodeUnbounded),
		method.Private("null", "the first weights, untrained", gdp.NodeLevel, Config(Null()), Run).Under(gdp.NodeUnbounded).AsControl(),
		method.Plain("nonprivate", "without clip and noise", NonPrivate(), Train),
	},
}

// details are what else is told of a run.
type details struct {
	Steps      int     `json:"steps"`
	Rate       float64 `json:"sampling_rate,omitempty"`
	Multiplier float64 `json:"noise_multiplier,omitempty"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Classes, Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Steps, r.Rate, r.Multiplier},
	}
}
