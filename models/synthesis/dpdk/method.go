package dpdk

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "dpdk", About: "synthetic graphs from a noisy degree distribution (1K) or joint degree distribution (2K)", Paper: "DPDK13", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: []string{"DP-dK", "DP-1K"},
	Exhibits: synthesis.Queries("dpdk", []string{"published", "published-2k", "strict", "strict-2k", "nonprivate", "null"}, method.Absence{
		Where: map[string]string{method.ByData: "pgb-ca-hepph", method.ByMode: "published"}, Why: "left out: on Facebook it draws 25 times the edges",
	}),
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "random graph from a noisy cumulative degree histogram after isotonic regression", gdp.EdgeLevel, Strict(), Run),
		method.PrivateOld[Config](method.Strict, "strict-2k", "noisy degrees, then noisy edge counts between classes of similar degree", gdp.EdgeLevel, Strict2k(), Run),
		method.PrivateOld[Config](method.Published, "published", "noisy degree histogram, with negative counts set to 0", gdp.EdgeLevel, Published(), Run).
			MadeFrom("the abstract and PGB's code").
			WithCaution("noise at empty degrees adds many times the graph's edges at small ε"),
		method.PrivateOld[Config](method.Published, "published-2k", "joint degree distribution with noise scaled to its smooth sensitivity", gdp.EdgeLevel, Published2k(), Run).AttackedBy(&onLargest).ProvingNothing(bySmooth.Why).
			MadeFrom("the abstract and a bound of Sala et al."),
		method.PrivateOld[Config](method.AsCoded, "pgb", "PGB's code of 1K: histogram cut at the exact maximum degree", gdp.EdgeLevel, Pgb(), Run).AttackedBy(&onLargest).ProvingNothing(inTheClear.Why),
		method.PlainOld(method.NonPrivate, "nonprivate", "random graph with the exact degree sequence", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "uniform random graph; knows the node set and a noisy edge count", gdp.EdgeLevel, Null(), Run),
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
