package dpne

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// shared is why nothing is proved of [Perturbed].
const shared = "an edge moves the gradients of both its ends, and the other factor, on which all rows depend, is learned from the graph without noise: the objective is not convex in both"

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpne", About: "node embeddings by factorising the adjacency matrix under a perturbed objective", Paper: "DPNE18", Releases: release.KindEmbedding, Called: []string{"DPNE"},
	Modes: []method.Mode{
		method.Private[Config](method.Published, "published", "two factors, of which the released one has noise on its objective", gdp.EdgeLevel, Published(), Run).ProvingNothing(shared).AttackedBy(onEnds),
		method.Plain(method.NonPrivate, "nonprivate", "the same factors without noise", NonPrivate(), RunPlain).InEdition(2),
		method.Private[Config](method.Null, "null", "rows that never saw the graph", gdp.EdgeLevel, Null(), Run),
	},
}
