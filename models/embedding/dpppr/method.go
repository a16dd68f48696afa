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
	Name: "dpppr", About: "node embeddings by personalised PageRank that an edge moves little", Paper: "DPPPR22", Releases: release.KindEmbedding, Called: []string{"DPPPR", "InstantEmbedding"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "noisy PageRank, hashed; a row may show its own node's edges, and all rows are paid for as one", gdp.EdgeLevel, Published(), Run).ProvingNothing(shown),
		method.Private[Config](method.Published, "published-edge", "the same where a row may show no edge", gdp.EdgeLevel, PublishedEdge(), Run).ShowingNothing(spread),
		method.Private[Config](method.Strict, "strict", "PageRank of nodes that have as much to give as edges, over random rows, with noise for all rows together", gdp.EdgeLevel, Strict(), Run).AttackedBy(onHubs),
		method.Plain(method.NonPrivate, "nonprivate", "InstantEmbedding: exact PageRank, hashed", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "rows that never saw the graph", gdp.EdgeLevel, Null(), Run),
	},
}
