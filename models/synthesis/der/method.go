package der

import (
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "der", About: "synthetic graphs by a noisy quadtree over dense regions of the adjacency matrix", Paper: "DER14", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"DER": "published"},
	Exhibits: synthesis.Queries("der", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
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
