package dpppr

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

const (
	shown  = "the row of a node shows that node's own edges, which joint privacy leaves to whoever sees it: here all rows are released"
	spread = "what an edge moves is spread over the numbers of many rows, each with noise, and a place of the embedding has the noise of many"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpppr", About: "node embeddings by sensitivity-bounded personalised PageRank", Paper: "DPPPR22", Releases: release.KindEmbedding, Called: []string{"DPPPR", "InstantEmbedding"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "joint DP: noisy hashed PageRank rows, budget accounted for one row", gdp.EdgeLevel, Published(), Run).ProvingNothing(shown),
		method.Private[Config](method.Published, "published-edge", "noisy hashed PageRank rows, all roots capped, budget accounted for one row", gdp.EdgeLevel, PublishedEdge(), Run).ShowingNothing(spread),
		method.Private[Config](method.Strict, "strict", "degree-scaled PageRank of random vectors; Gaussian noise for all rows at once", gdp.EdgeLevel, Strict(), Run).AttackedBy(onHubs),
		method.Plain(method.NonPrivate, "nonprivate", "InstantEmbedding: exact personalised PageRank rows, hashed", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "random embeddings, independent of the graph; knows only the node set", gdp.EdgeLevel, Null(), Run),
	},
}
