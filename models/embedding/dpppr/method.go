package dpppr

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

const (
	shown  = "a node's row reveals its own edges; joint DP allows that towards the node itself, but all rows are released here"
	spread = "one edge changes many rows slightly, each with its own noise, and hashing adds up the noise of many entries"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpppr", About: "node embeddings by sensitivity-bounded personalised PageRank", Paper: "DPPPR22", Releases: release.KindEmbedding, Called: []string{"DPPPR", "InstantEmbedding"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Published, "published", "joint DP: noisy hashed PageRank rows, budget accounted for one row", gdp.EdgeLevel, Published(), Run).ProvingNothing(shown).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld[Config](method.Published, "published-edge", "noisy hashed PageRank rows, all roots capped, budget accounted for one row", gdp.EdgeLevel, PublishedEdge(), Run).ShowingNothing(spread).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld[Config](method.Strict, "strict", "degree-scaled PageRank of random vectors; Gaussian noise for all rows at once", gdp.EdgeLevel, Strict(), Run).AttackedBy(onHubs),
		method.PlainOld(method.NonPrivate, "nonprivate", "InstantEmbedding: exact personalised PageRank rows, hashed", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "random embeddings, independent of the graph; knows only the node set", gdp.EdgeLevel, Null(), Run),
	},
}
