package dpne

import (
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpne", About: "node embeddings by matrix factorisation with objective perturbation", Paper: "DPNE18", Releases: release.KindEmbedding, Called: map[string]string{"DPNE": "published"},
	Modes: []method.Mode{Published.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published is the method as far as it is known.
	Published = embedding.NewPrivate("dpne", method.Mode{
		Role: method.Published, Name: "published", About: "alternating least squares with Laplace noise on the released factor's objective",
		Unproved: shared, From: "the abstract alone", Attack: onEnds,
	}, Perturbed{published}, Perturbed.release)
	// NonPrivate has longer rows, since no noise drowns them.
	NonPrivate = embedding.NewPlain("dpne", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "matrix factorisation without noise, in 64 dimensions", Edition: 2,
	}, Exact{Factors{Dim: 64, Ridge: published.Ridge, Rounds: published.Rounds}}, Exact.plain)
	Null = embedding.NewNull("dpne", published.Dim)
)

// published has Dim and Ridge chosen on two graphs of models/estimate/surrogate.
var published = Factors{Dim: 4, Ridge: 10, Rounds: 10}

// shared is why nothing is proved of [Perturbed].
const shared = "an edge changes the gradients of both its ends; the second factor is fitted without noise, and the objective is not convex in both factors"
