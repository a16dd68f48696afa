package dcsbm

import (
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes DCSBM and its modes.
var Method = method.Method{
	Name: "dcsbm", About: "synthetic graphs by a degree-corrected block model: noisy degrees, communities and triangles", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes,
	Exhibits: synthesis.Queries("dcsbm", []string{"strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("dcsbm", method.Mode{
		Role: method.Strict, Name: "strict", About: "randomised response among hubs, a degree list, block counts, triangles and clustering", Edition: 6, Attack: onList,
	}, Asked{
		Rule:      posterior.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5},
		ListShare: 0.1, CountShare: 0.1, TriangleShare: 0.05, ClusteringShare: 0.05,
	}, Asked.draw)
	NonPrivate = synthesis.NewPlain("dcsbm", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "strict without noise, from the whole adjacency matrix", Edition: 5,
	}, Exact{Vectors: 48}, Exact.draw)
	Null = synthesis.NewNull("dcsbm")
)

// onList attacks the degree list, which gets nearly all of ε.
var onList = synthesis.OnList.With(4000, "CountShare=0.001", "TriangleShare=0.001", "ClusteringShare=0.001", "Degrees=0.001")
