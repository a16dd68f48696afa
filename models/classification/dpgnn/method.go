package dpgnn

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the network by subgraphs.
var Method = method.Method{
	Name: "dpgnn", Called: map[string]string{"DP-GNN": "published"}, About: "node classification by a one-hop GNN with noisy gradients of sampled subgraphs", Paper: "DPGNN21",
	Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes: []method.Mode{Published.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published has the settings of the authors' code, with batches and steps for graphs of some
	// thousand nodes; those of ogbn-arxiv, with 90,941 nodes to learn from, are 10,000 and 3,000.
	Published = classification.NewPrivate("dpgnn", method.Mode{
		Role: method.Published, Name: "published", About: "edges sampled to a maximum degree; noisy gradients clipped per subgraph", Relation: gdp.NodeLevel,
		From: "the authors' code", Unproved: whyNot, Attack: &loud, Caution: "predictions read test edges and neighbours' features, which no ε covers",
	}, Config{Latent: 100, MaxDegree: 5, Batch: 256, Steps: 200, Percentile: 75, Rate: 3e-3, Split: split.Config{Share: 0.8}}, Config.begin)
	NonPrivate = classification.NewPlain("dpgnn", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "published without clipping and noise",
	}, Published.Settings, Config.plain)
	Null = classification.NewPrivate("dpgnn", method.Mode{
		Role: method.Null, Name: "null", About: "initial weights, untrained; knows no training data", Relation: gdp.NodeLevel,
	}, Untrained{Latent: 100, Split: split.Config{Share: 0.8}}, Untrained.begin)
)
