package dgg

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes DGG and its modes.
var Method = method.Method{
	Name: "dgg", About: "synthetic graphs from noisy degrees by BTER (blocks of similar degree)", Paper: "SKP12", Releases: release.KindGraph, Attack: &onTriangle, Called: map[string]string{"DGG": "published"},
	Exhibits: synthesis.Queries("dgg", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, Pgb.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("dgg", method.Mode{
		Role: method.Strict, Name: "strict", About: "BTER from a noisy degree list, with noisy triangles and clustering", Edition: 5, Attack: onList,
	}, Listed{OrderShare: 0.2, TriangleShare: 0.1, ClusteringShare: 0.1}, Listed.draw)
	Published = synthesis.NewPrivate("dgg", method.Mode{
		Role: method.Published, Name: "published", About: "BTER from degrees with noise of scale 1/ε; proved cost 2ε", Edition: 1,
		From: "public code and later papers' summaries",
	}, Reported{Rho: 0.95, Eta: 0.05}, Reported.draw)
	Pgb = synthesis.NewPrivate("dgg", method.Mode{
		Role: method.AsCoded, Name: "pgb", About: "PGB's code of DGG: noisy degrees reach the wrong nodes",
	}, Benchmark{}, Benchmark.draw)
	NonPrivate = synthesis.NewPlain("dgg", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "strict without noise: exact degrees, triangles and clustering", Edition: 4,
	}, Exact{}, Exact.draw)
	Null = synthesis.NewNull("dgg")
)

// onList attacks the degree list, which gets nearly all of ε.
var onList = synthesis.OnList.With(4000, "OrderShare=0.001", "TriangleShare=0.001", "ClusteringShare=0.001")

// onTriangle attacks the degrees of both ends of an edge: if all three noisy degrees are 2 or more,
// the nodes form a block, here a clique.
var onTriangle = method.Attack{
	Worlds: "3 nodes, joined in a triangle or in a path", Looks: "whether they are a triangle", Runs: 10000, Settings: []string{"Rho=1", "Eta=0"},
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(3, []graph.Edge{{U: 0, V: 2}, {U: 1, V: 2}}, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		g, ok := o.Release.(release.Graph)
		if !ok {
			return nil, fmt.Errorf("dgg: the attack is on a graph, not on %s", o.Release.Kind())
		}
		return []float64{float64(g.Graph.M() / 3)}, nil
	},
}
