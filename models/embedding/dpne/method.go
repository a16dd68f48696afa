package dpne

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// shared is why nothing is proved of [Perturbed].
const shared = "an edge changes the gradients of both its ends; the second factor is fitted without noise, and the objective is not convex in both factors"

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpne", About: "node embeddings by matrix factorisation with objective perturbation", Paper: "DPNE18", Releases: release.KindEmbedding, Called: []string{"DPNE"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Published, "published", "alternating least squares with Laplace noise on the released factor's objective", gdp.EdgeLevel, Published(), Run).ProvingNothing(shared).AttackedBy(onEnds).
			MadeFrom("the abstract alone"),
		method.PlainOld(method.NonPrivate, "nonprivate", "matrix factorisation without noise, in 64 dimensions", NonPrivate(), RunPlain).InEdition(2),
		method.PrivateOld[Config](method.Null, "null", "random embeddings, independent of the graph; knows only the node set", gdp.EdgeLevel, Null(), Run),
	},
}
