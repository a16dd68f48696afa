package dcsbm

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "dcsbm", About: "synthetic graphs of noisy degrees, communities in what pairs of a core answer, and triangles (a degree-corrected block model)", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes,
	Exhibits: drawn.Queries("dcsbm", []string{"strict", "nonprivate", "null"}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "degrees, pairs of a core, edges between communities and triangles, all with noise", gdp.EdgeLevel, Strict(), Run).InEdition(2).AttackedBy(&onList),
		method.Plain(method.NonPrivate, "nonprivate", "the same with answers of all pairs and without noise", NonPrivate(), RunPlain).InEdition(1),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}

// onList attacks the list of degrees, which gets nearly all of ε.
var onList = method.Attack{
	Worlds: drawn.OnTwoNodes.Worlds, Looks: drawn.OnTwoNodes.Looks, Runs: 4000, Settings: []string{"CountShare=0.001", "TriangleShare=0.001", "Degrees=0.001"},
	Make: drawn.OnTwoNodes.Make, Look: drawn.OnTwoNodes.Look,
}
