package privhrg

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

const notProved = "the dendrogram comes from a Markov chain with a data-dependent stopping rule; its distance from the stationary distribution is unknown"

// Method is the method, and its control.
var Method = method.Method{
	Name: "privhrg", About: "synthetic graphs by a hierarchical random graph: a dendrogram and noisy edge counts", Paper: "PRIVHRG14", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: []string{"PrivHRG"},
	Exhibits: synthesis.Queries("privhrg", []string{"published", "strict", "nonprivate", "null"},
		method.Absence{Where: map[string]string{method.ByData: "pgb-ca-hepph", method.ByMode: "published"}, Why: "its chain takes minutes there"}),
	Small: []string{"Least=1", "Most=3", "Steps=10"},
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "dendrogram fitted to noisy answers by MCMC, then noisy edge counts", gdp.EdgeLevel, Strict(), Run).InEdition(1).AttackedBy(&onCounts),
		method.PrivateOld[Config](method.Published, "published", "dendrogram by MCMC on the private graph, then noisy edge counts", gdp.EdgeLevel, Published(), Run).ProvingNothing(notProved).
			ShowingNothing("the failure was found for chains that start at a known dendrogram; this chain starts at random").
			MadeFrom("the authors' code and later papers' summaries"),
		method.PlainOld(method.NonPrivate, "nonprivate", "dendrogram by MCMC on the exact graph, and exact edge counts", NonPrivate(), RunPlain).InEdition(1),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}
