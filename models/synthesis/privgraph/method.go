// Package privgraph generates a graph from noisy communities: noisy counts between groups of nodes,
// then degrees within communities and edges between them [PRIVGRAPH23]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      the same, with half the sensitivity when nodes change community and with
//	              deconvolved degrees; proved
//	[Published]   the paper's method; proved
//	[Author]      the same, with all edges between communities at the last one, as in the
//	              authors' code; proved
//	[NonPrivate]  exact communities, degrees and counts
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [PRIVGRAPH23] Q. Yuan, Z. Zhang, L. Du, M. Chen, P. Cheng, M. Sun, PrivGraph: differentially
// private graph data publication by exploiting community information, USENIX Security 2023.
package privgraph

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes PrivGraph and its modes.
var Method = method.Method{
	Name: "privgraph", About: "synthetic graphs from noisy communities, degrees within them and edge counts between", Paper: "PRIVGRAPH23", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"PrivGraph": "published"},
	Exhibits: synthesis.Queries("privgraph", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, Author.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("privgraph", method.Mode{
		Role: method.Strict, Name: "strict", About: "published with tight sensitivity of community moves, and denoised degrees",
	}, Even{thirds}, Even.draw)
	Published = synthesis.NewPrivate("privgraph", method.Mode{
		Role: method.Published, Name: "published", About: "random groups, Louvain, exponential-mechanism moves, noisy degrees and counts; ε/3 each",
		From: "the authors' code",
	}, Paper{thirds}, Paper.draw)
	Author = synthesis.NewPrivate("privgraph", method.Mode{
		Role: method.AsCoded, Name: "author", About: "authors' code: published with all inter-community edges at the last community",
	}, AsCoded{thirds}, AsCoded.draw)
	NonPrivate = synthesis.NewPlain("privgraph", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "Louvain communities, exact degrees and edge counts",
	}, Exact{}, Exact.draw)
	Null = synthesis.NewNull("privgraph")
)
