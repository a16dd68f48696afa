package dpgnn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the network by subgraphs.
var Method = method.Method{
	Name: "dpgnn", About: "classify nodes by a network of one hop, with noisy gradients of sampled subgraphs", Paper: "DPGNN21",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private(method.Published, "published", "the paper: edges sampled to a largest degree, gradients clipped by subgraph", gdp.NodeLevel, Published(), Run).ProvingNothing(whyNot),
		method.Plain(method.NonPrivate, "nonprivate", "the same without clips and noise", NonPrivate(), Train),
		method.Private(method.Null, "null", "the first weights, untrained", gdp.NodeLevel, Null(), Leave),
	},
}

// details are what else is told of a run.
type details struct {
	Multiplier float64 `json:"noise_multiplier,omitempty"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Classes, Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Multiplier},
	}
}
