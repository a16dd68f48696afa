// Package der generates a graph by density-based exploration and reconstruction [DER14]; edge
// level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      nodes ordered by noisy communities and degrees, regions as fine as the noise
//	              allows, counts made consistent by least squares, edges by degrees; proved
//	[Published]   the paper's steps: label swaps, cuts, counts, arrangements; proved
//	[NonPrivate]  strict with exact communities, degrees and counts
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// The adjacency matrix is never stored: regions are sets of pairs above the diagonal.
//
// [DER14] R. Chen, B. Fung, P. Yu, B. Desai, Correlated network data publication via differential
// privacy, The VLDB Journal 2014.
package der

import (
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes DER and its modes.
var Method = method.Method{
	Name: "der", About: "synthetic graphs by a noisy quadtree over dense regions of the adjacency matrix", Paper: "DER14", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"DER": "published"},
	Exhibits: synthesis.Queries("der", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("der", method.Mode{
		Role: method.Strict, Name: "strict", About: "nodes ordered by noisy communities; noisy quadtree counts fitted by least squares", Edition: 1, Attack: onCounts,
	}, Ordered{Rule: posterior.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5}, OrderShare: 0.8}, Ordered.draw)
	Published = synthesis.NewPrivate("der", method.Mode{
		Role: method.Published, Name: "published", About: "relabelling, quadtree cuts, region counts and edge arrangement, ε/4 for each", Attack: onArrangement,
		From: "the abstract and public code of a third party",
	}, Paper{LabelShare: 0.25, CutShare: 0.25, ArrangeShare: 0.25, Rounds: 20, Sets: 16, Lines: 16}, Paper.draw)
	NonPrivate = synthesis.NewPlain("der", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "strict without noise: exact communities, degrees and region counts",
	}, Exact{}, Exact.draw)
	Null = synthesis.NewNull("der")
)

// onCounts attacks the counts of strict, which get nearly all of ε.
var onCounts = synthesis.OnTwoNodes.With(4000, "OrderShare=0.02")

// onArrangement attacks one pair of a sparse graph, with nearly all of ε for arrangements: an edge
// is more likely to be released there than at a pair without one.
var onArrangement = synthesis.OnSparse(20).With(4000, "LabelShare=0.01", "CutShare=0.01", "ArrangeShare=0.9", "Rounds=1")
