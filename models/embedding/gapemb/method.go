package gapemb

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "gapemb", About: "node embeddings by noisy neighbourhood aggregations of random vectors", Paper: "GAP23", Releases: release.KindEmbedding, Called: []string{"GAP"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Published, "published", "two hops normalised to unit norm; one edge counted as one arc", gdp.EdgeLevel, Published(), Run).AttackedBy(onUnit).
			MadeFrom("the abstract and the authors' code"),
		method.PrivateOld[Config](method.Strict, "strict", "five low-dimensional hops at sensitivity √2, without normalisation", gdp.EdgeLevel, Strict(), Run).AttackedBy(onSums),
		method.PlainOld(method.NonPrivate, "nonprivate", "exact aggregations", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "random embeddings, independent of the graph; knows only the node set", gdp.EdgeLevel, Null(), Run),
	},
}
