package dpdk

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "dpdk", About: "synthetic graphs of noisy numbers of nodes of each degree, the 1K-series, or of edges between degrees", Paper: "DPDK13", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes, Called: []string{"DP-dK", "DP-1K"},
	Exhibits: drawn.Queries("dpdk", []string{"published", "published-2k", "strict", "strict-2k", "nonprivate", "null"}, method.Absence{
		Where: map[string]string{method.ByData: "pgb-ca-hepph", method.ByMode: "published"}, Why: "left out: on Facebook it draws 25 times the edges",
	}),
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "the cumulated series, made to ascend", gdp.EdgeLevel, Strict(), Run),
		method.Private[Config](method.Strict, "strict-2k", "degrees, and edges between classes of like noisy degrees: the 2K-series", gdp.EdgeLevel, Strict2k(), Run),
		method.Private[Config](method.Published, "published", "the series of all degrees, what is negative set to 0", gdp.EdgeLevel, Published(), Run),
		method.Private[Config](method.Published, "published-2k", "the 2K-series up to the largest degree, with noise by its smooth sensitivity", gdp.EdgeLevel, Published2k(), Run).AttackedBy(&onLargest).ProvingNothing(bySmooth.Why),
		method.Private[Config](method.AsCoded, "pgb", "the same up to the largest degree, with as many nodes as that makes, as in the code of a public benchmark", gdp.EdgeLevel, Pgb(), Run).AttackedBy(&onLargest).ProvingNothing(inTheClear.Why),
		method.Plain(method.NonPrivate, "nonprivate", "the series without noise", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}

// hub is the largest degree of the graph that is attacked, without the edge.
const hub = 3

// onLargest attacks what is not there without noise: a larger degree than the largest.
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
