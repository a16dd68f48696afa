package dcsbm

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "dcsbm", About: "synthetic graphs by a degree-corrected block model: noisy degrees, communities and triangles", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes,
	Exhibits: synthesis.Queries("dcsbm", []string{"strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "noisy degrees, randomised response among hubs, block counts and a triangle count", gdp.EdgeLevel, Strict(), Run).InEdition(2).AttackedBy(&onList),
		method.PlainOld(method.NonPrivate, "nonprivate", "strict without noise, from the whole adjacency matrix", NonPrivate(), RunPlain).InEdition(1),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
	},
}

// onList attacks the list of degrees, which gets nearly all of ε.
var onList = method.Attack{
	Worlds: synthesis.OnTwoNodes.Worlds, Looks: synthesis.OnTwoNodes.Looks, Runs: 4000, Settings: []string{"CountShare=0.001", "TriangleShare=0.001", "Degrees=0.001"},
	Make: synthesis.OnTwoNodes.Make, Look: synthesis.OnTwoNodes.Look,
}
