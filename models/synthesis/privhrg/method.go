// Package privhrg generates a graph from a noisy hierarchical random graph [PRIVHRG14]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      a Markov chain over dendrograms that reads noisy answers instead of the graph,
//	              then edge counts where they are above the noise; proved
//	[Published]   a chain that reads the graph until it seems to be at equilibrium; nothing is
//	              proved
//	[NonPrivate]  a chain over dendrograms from a good initial one, and exact counts
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// A step of the chain takes time linear in the edges of the smaller subtree, or in the length of a
// row of answers, never in the pairs.
//
// [PRIVHRG14] Q. Xiao, R. Chen, K.-L. Tan, Differentially private network data release via
// structural inference, KDD 2014. [CMN08] A. Clauset, C. Moore, M. Newman, Hierarchical structure
// and the prediction of missing links in networks, Nature 2008.
package privhrg

import (
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

const notProved = "the dendrogram comes from a Markov chain with a data-dependent stopping rule; its distance from the stationary distribution is unknown"

// Method describes PrivHRG and its modes.
var Method = method.Method{
	Name: "privhrg", About: "synthetic graphs by a hierarchical random graph: a dendrogram and noisy edge counts", Paper: "PRIVHRG14", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"PrivHRG": "published"},
	Exhibits: synthesis.Queries("privhrg", []string{"published", "strict", "nonprivate", "null"},
		method.Absence{Where: map[string]string{method.ByData: "pgb-ca-hepph", method.ByMode: "published"}, Why: "its chain takes minutes there"}),
	Small: []string{"Least=1", "Most=3", "Steps=10"},
	Modes: []method.Mode{Strict.Mode, Published.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("privhrg", method.Mode{
		Role: method.Strict, Name: "strict", About: "dendrogram fitted to noisy answers by MCMC, then noisy edge counts", Edition: 1, Attack: onCounts,
	}, Answered{Rule: posterior.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5}, CountShare: 0.1, Fit: Fit{Steps: 300, Sharp: 3}, Clear: 2}, Answered.draw)
	Published = synthesis.NewPrivate("privhrg", method.Mode{
		Role: method.Published, Name: "published", About: "dendrogram by MCMC on the private graph, then noisy edge counts",
		Unproved: notProved,
		Unshown:  "the failure was found for chains that start at a known dendrogram; this chain starts at random",
		From:     "the authors' code and later papers' summaries",
	}, Paper{Least: 1000, Most: 3000, TreeShare: 0.5, PairNoise: 0.05, BlockNoise: 0.01}, Paper.draw)
	NonPrivate = synthesis.NewPlain("privhrg", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "dendrogram by MCMC on the exact graph, and exact edge counts", Edition: 1,
	}, Exact{Vectors: 48, Fit: Fit{Steps: 300, Sharp: 3}}, Exact.draw)
	Null = synthesis.NewNull("privhrg")
)

// onCounts attacks the smallest graph with nearly all of ε for its count: the dendrogram of two
// nodes is fixed.
var onCounts = synthesis.OnTwoNodes.With(synthesis.OnTwoNodes.Runs, "CountShare=0.9")
