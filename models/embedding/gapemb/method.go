package gapemb

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "gapemb", About: "node embeddings by noisy sums of neighbours' rows", Paper: "GAP23", Releases: release.KindEmbedding, Called: []string{"GAP"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "two hops scaled to norm 1; an edge counted as one arc", gdp.EdgeLevel, Published(), Run).AttackedBy(onUnit),
		method.Private[Config](method.Strict, "strict", "five hops of few numbers, as long as the sums were; an edge counted as the two arcs that it is", gdp.EdgeLevel, Strict(), Run).AttackedBy(onSums),
		method.Plain(method.NonPrivate, "nonprivate", "the sums without noise", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "rows that never saw the graph", gdp.EdgeLevel, Null(), Run),
	},
}
