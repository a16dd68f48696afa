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
		Role: method.Strict, Name: "strict", About: "noisy degrees; hubs, then all nodes, clustered by noisy neighbour counts", Edition: 5,
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
