// Package privskg generates a stochastic Kronecker graph fitted to noisy counts of edges, wedges,
// three-stars and triangles [MW12]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      counts from the noisy sorted degrees, and triangles by a packing; proved
//	[Published]   triangles with noise of their smooth sensitivity; nothing is proved
//	[NonPrivate]  exact counts
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [MW12] D. Mir, R. Wright, A differentially private estimator for the stochastic Kronecker graph
// model, EDBT/ICDT Workshops 2012.
package privskg

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes PrivSKG and its modes.
var Method = method.Method{
	Name: "privskg", About: "synthetic graphs by a stochastic Kronecker model fitted to noisy subgraph counts", Paper: "MW12", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"PrivSKG": "published"},
	Exhibits: synthesis.Queries("privskg", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("privskg", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy degree sequence, and a noisy triangle count", Edition: 2,
	}, Packed{TriangleShare: 0.5}, Packed.draw)
	Published = synthesis.NewPrivate("privskg", method.Mode{
		Role: method.Published, Name: "published", About: "noisy degree sequence, and triangles with smooth-sensitivity noise",
		Unproved: bySmooth.Why,
		Unshown:  "the theorem is right; the audit does not read the low-order bits that reveal the noise scale",
		From:     "the abstract and the smooth-sensitivity theorem",
	}, Smooth{TriangleShare: 0.5}, Smooth.draw)
	NonPrivate = synthesis.NewPlain("privskg", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "Kronecker model fitted to the exact counts",
	}, Exact{}, func(_ Exact, g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
		return countsOf(g).draw(g.N(), run.Drawing(), run.Stream("graph"))
	})
	Null = synthesis.NewNull("privskg")
)
