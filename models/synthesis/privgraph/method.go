package privgraph

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "privgraph", About: "synthetic graphs from noisy communities, degrees within them and edge counts between", Paper: "PRIVGRAPH23", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: []string{"PrivGraph"},
	Exhibits: synthesis.Queries("privgraph", []string{"published", "strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "published with tight sensitivity of community moves, and denoised degrees", gdp.EdgeLevel, Strict(), Run),
		method.PrivateOld[Config](method.Published, "published", "random groups, Louvain, exponential-mechanism moves, noisy degrees and counts; ε/3 each", gdp.EdgeLevel, Published(), Run).
			MadeFrom("the authors' code"),
		method.PrivateOld[Config](method.AsCoded, "author", "authors' code: published with all inter-community edges at the last community", gdp.EdgeLevel, Author(), Run),
		method.PlainOld(method.NonPrivate, "nonprivate", "Louvain communities, exact degrees and edge counts", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}
