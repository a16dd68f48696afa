// Package privskg generates a stochastic Kronecker graph fitted to noisy counts of edges, wedges,
// three-stars and triangles [MW12]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      counts of noisy sorted degrees, and of triangles by a packing into edges; proved
//	[Published]   triangles by their smooth sensitivity; nothing is proved
//	[NonPrivate]  the counts without noise
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

// Method is the method, and its control.
var Method = method.Method{
	Name: "privskg", About: "synthetic graphs by a stochastic Kronecker model fitted to noisy subgraph counts", Paper: "MW12", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"PrivSKG": "published"},
	Exhibits: synthesis.Queries("privskg", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
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
