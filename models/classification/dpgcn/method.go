package dpgcn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the network on a noisy graph.
var Method = method.Method{
	Name: "dpgcn", About: "classify nodes by a graph convolutional network on a noisy graph", Paper: "LINKTELLER22",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "LapGraph: the largest cells after Laplace noise, as many as a noisy count", gdp.EdgeLevel, Published(), Run),
		method.Private[Config](method.Other, "edge-rand", "EdgeRand: randomised response of all pairs", gdp.EdgeLevel, Randomised(), Run),
		method.Private(method.Null, "null", "the network without edges: features and labels, public at edge level", gdp.EdgeLevel, gcn.Null(), Alone),
		method.Plain(method.NonPrivate, "nonprivate", "the network on all edges", gcn.NonPrivate(), Train),
	},
	Attack: method.OnEdge(),
}

// details are what else is told of a run.
type details struct {
	Edges int `json:"noisy_edges,omitempty"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	o := r.Result.Outcome()
	o.Details = details{r.Edges}
	return o
}
