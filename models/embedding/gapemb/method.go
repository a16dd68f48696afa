package gapemb

import (
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "gapemb", About: "node embeddings by noisy neighbourhood aggregations of random vectors", Paper: "GAP23", Releases: release.KindEmbedding, Called: map[string]string{"GAP": "published"},
	Modes: []method.Mode{Published.Mode, Strict.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published has the paper's width of 16 and its two hops.
	Published = embedding.NewPrivate("gapemb", method.Mode{
		Role: method.Published, Name: "published", About: "two hops normalised to unit norm; one edge counted as one arc",
		From: "the abstract and the authors' code", Attack: onUnit,
	}, ByArc{Sums{Dim: 16, Hops: 2}}, ByArc.release)
	Strict = embedding.NewPrivate("gapemb", method.Mode{
		Role: method.Strict, Name: "strict", About: "five low-dimensional hops at sensitivity √2, without normalisation", Attack: onSums,
	}, ByEdge{strict}, ByEdge.release)
	NonPrivate = embedding.NewPlain("gapemb", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "exact aggregations",
	}, Exact{strict}, Exact.plain)
	Null = embedding.NewNull("gapemb", strict.Dim*strict.Hops)
)

// strict was chosen on two graphs of models/estimate/surrogate.
var strict = Sums{Dim: 4, Hops: 5}
