package dpppr

import (
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpppr", About: "node embeddings by sensitivity-bounded personalised PageRank", Paper: "DPPPR22", Releases: release.KindEmbedding, Called: map[string]string{"DPPPR": "published", "InstantEmbedding": "nonprivate"},
	Modes: []method.Mode{Published.Mode, PublishedEdge.Mode, Strict.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published has the settings of the public code, but for Sigma: it was chosen on two graphs of
	// models/estimate/surrogate.
	Published = embedding.NewPrivate("dpppr", method.Mode{
		Role: method.Published, Name: "published", About: "joint DP: noisy hashed PageRank rows, budget accounted for one row", From: code, Unproved: shown,
	}, PerRow{Hashed: hashed, Rounds: 10, Sigma: 1e-3, Joint: true}, PerRow.release)
	PublishedEdge = embedding.NewPrivate("dpppr", method.Mode{
		Role: method.Published, Name: "published-edge", About: "noisy hashed PageRank rows, all roots capped, budget accounted for one row", From: code,
		Unshown: "one edge changes many rows slightly, each with its own noise, and hashing adds up the noise of many entries",
	}, PerRow{Hashed: hashed, Rounds: 10, Sigma: 1e-3}, PerRow.release)
	Strict = embedding.NewPrivate("dpppr", method.Mode{
		Role: method.Strict, Name: "strict", About: "degree-scaled PageRank of random vectors; Gaussian noise for all rows at once", Attack: onHubs,
	}, strict, Weighed.release)
	NonPrivate = embedding.NewPlain("dpppr", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "InstantEmbedding: exact personalised PageRank rows, hashed",
	}, Exact{Hashed: hashed, Epsilon: 1e-5}, Exact.plain)
	Null = embedding.NewNull("dpppr", hashed.Dim)
)

// hashed is the paper's setting.
var hashed = Hashed{Dim: 128, Alpha: 0.15}

// strict was chosen on two graphs of models/estimate/surrogate.
var strict = Weighed{Hashed: Hashed{Dim: 16, Alpha: 0.8}, Rounds: 10}

const (
	code  = "the abstract and the authors' code"
	shown = "a node's row reveals its own edges; joint DP allows that towards the node itself, but all rows are released here"
)
