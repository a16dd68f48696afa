// Package dpdk generates a graph from noisy degree counts (1K-series) or joint degree counts
// (2K-series) [DPDK13]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      the cumulative 1K-series, at half the sensitivity; proved
//	[Strict2k]    the 2K-series over classes of noisy degrees, in which an edge changes one
//	              count; proved
//	[Published]   the 1K-series with Laplace noise, clipped at 0; proved
//	[Published2k] the 2K-series up to the largest degree, with Laplace noise of its smooth
//	              sensitivity; nothing is proved
//	[Pgb]         the 1K-series up to the largest degree, as in the code of a public benchmark;
//	              nothing is proved
//	[NonPrivate]  the 1K-series without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// The series do not contain which node has which degree: degrees are assigned at random.
//
// [DPDK13] Y. Wang, X. Wu, Preserving differential privacy in degree-correlation based graph
// generation, TDP 6, 2013. [SZWZZ11] A. Sala, X. Zhao, C. Wilson, H. Zheng, B. Zhao, Sharing graphs
// using differentially private graph models, IMC 2011.
package dpdk

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method describes DP-dK and its modes.
var Method = method.Method{
	Name: "dpdk", About: "synthetic graphs from a noisy degree distribution (1K) or joint degree distribution (2K)", Paper: "DPDK13", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"DP-dK": "published-2k", "DP-1K": "published"},
	Exhibits: synthesis.Queries("dpdk", []string{"published", "published-2k", "strict", "strict-2k", "nonprivate", "null"}, method.Absence{
		Where: map[string]string{method.ByData: "pgb-ca-hepph", method.ByMode: "published"}, Why: "left out: on Facebook it draws 25 times the edges",
	}),
	Modes: []method.Mode{Strict.Mode, Strict2k.Mode, Published.Mode, Published2k.Mode, Pgb.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("dpdk", method.Mode{
		Role: method.Strict, Name: "strict", About: "random graph from a noisy cumulative degree histogram after isotonic regression",
	}, Cumulated{}, Cumulated.draw)
	Strict2k = synthesis.NewPrivate("dpdk", method.Mode{
		Role: method.Strict, Name: "strict-2k", About: "noisy degrees, then noisy edge counts between classes of similar degree", Edition: 3,
	}, Joint{Ratio: 1.5, CountShare: 0.1}, Joint.draw)
	Published = synthesis.NewPrivate("dpdk", method.Mode{
		Role: method.Published, Name: "published", About: "noisy degree histogram, with negative counts set to 0",
		From:    "the abstract and PGB's code",
		Caution: "noise at empty degrees adds many times the graph's edges at small ε",
	}, Histogram{Cap: All}, Histogram.draw)
	Published2k = synthesis.NewPrivate("dpdk", method.Mode{
		Role: method.Published, Name: "published-2k", About: "joint degree distribution with noise scaled to its smooth sensitivity", Attack: &onLargest,
		Unproved: bySmooth.Why,
		From:     "the abstract and a bound of Sala et al.",
	}, Smooth{}, Smooth.draw)
	Pgb = synthesis.NewPrivate("dpdk", method.Mode{
		Role: method.AsCoded, Name: "pgb", About: "PGB's code of 1K: histogram cut at the exact maximum degree", Attack: &onLargest,
		Unproved: inTheClear.Why,
	}, Benchmark{}, Benchmark.draw)
	NonPrivate = synthesis.NewPlain("dpdk", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "random graph with the exact degree sequence",
	}, Exact{}, Exact.draw)
	Null = synthesis.NewNull("dpdk")
)

// hub is the largest degree of the attacked graph without the edge.
const hub = 3

// onLargest attacks the exact largest degree: a larger one never occurs without the edge.
var onLargest = method.Attack{
	Worlds: "12 nodes; node 0 is joined to nodes 1 to 3, or to 4 as well", Looks: "whether a node has more than three neighbours", Runs: 1000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(12, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}}, graph.Edge{U: 0, V: 4})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		g, ok := o.Release.(release.Graph)
		if !ok {
			return nil, fmt.Errorf("dpdk: the attack is on a graph, not on %s", o.Release.Kind())
		}
		for _, d := range g.Graph.Degrees() {
			if d > hub {
				return []float64{1}, nil
			}
		}
		return []float64{0}, nil
	},
}
