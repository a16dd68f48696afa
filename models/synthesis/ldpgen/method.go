// Package ldpgen generates a graph from the noisy numbers of neighbours that nodes have in groups
// of nodes [LDPGEN17]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      degrees first; where the noise allows, groups the nodes of high degree by their
//	              neighbours in random groups, then all nodes by their neighbours in these
//	              groups; proved
//	[Published]   the paper's phases; the proved ε is twice the claimed one, since an edge is in
//	              the lists of both ends
//	[NonPrivate]  the phases without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [LDPGEN17] Z. Qin, T. Yu, Y. Yang, I. Khalil, X. Xiao, K. Ren, Generating synthetic decentralized
// social graphs with local differential privacy, CCS 2017.
package ldpgen

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes LDPGen and its modes.
var Method = method.Method{
	Name: "ldpgen", About: "synthetic graphs from noisy neighbour counts per node group, in two phases", Paper: "LDPGEN17", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"LDPGen": "published"},
	Exhibits: synthesis.Queries("ldpgen", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("ldpgen", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy degrees; hubs, then all nodes, clustered by noisy neighbour counts", Edition: 6,
		Caution: "at ε = 1 it finds at most two groups; it keeps degrees and triangles",
	}, Central{Phases: Phases{Random: 64, Most: 32}, DegreeShare: 0.2, FirstShare: 0.3, CountShare: 0.1, TriangleShare: 0.05}, Central.draw)
	Published = synthesis.NewPrivate("ldpgen", method.Mode{
		Role: method.Published, Name: "published", About: "two phases of noisy neighbour counts; each edge counted in one list",
		Unshown: "the graph depends on the second phase, whose answers cost ε for both lists together; the first phase shows only in the groups",
		From:    "two public implementations",
	}, Local{Phases: Phases{Random: 2, Most: 50}, FirstShare: 0.5}, Local.draw)
	NonPrivate = synthesis.NewPlain("ldpgen", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "strict with exact degrees, groups, edges between groups and triangles", Edition: 5,
	}, Exact{Phases: Phases{Random: 64, Most: 32}, Rounds: 20}, Exact.draw)
	Null = synthesis.NewNull("ldpgen")
)
