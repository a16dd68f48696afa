// Package pairs generates graphs by randomised response on all node pairs [War65]; edge level.
//
//	relation  gdp.EdgeLevel: one edge of one graph is added or removed
//	public    the number of graphs, the number of nodes of each, and the classes of graphs
//	releases  a collection of graphs
//
//	[Strict]  a noisy number of the noisy edges, those of the largest degrees first; proved
//	[Plain]   all noisy edges; proved
//	[Null]    the control: noisy numbers of edges
//
// It is a control for methods that release graphs: above some ε, which decreases with the number of
// nodes, no method that reads fewer than all pairs is nearer to the graph. It has no paper of its
// own.
//
// [War65] S. Warner, Randomized response: a survey technique for eliminating evasive answer bias,
// JASA 60, 1965.
package pairs

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method describes the control and its modes.
var Method = method.Method{
	Name: "pairs", About: "synthetic graphs by randomised response on all node pairs", Releases: release.KindGraphs, Also: []release.Kind{release.KindGraph}, Attack: &onOnePair,
	Modes: []method.Mode{Strict.Mode, Plain.Mode, Null.Mode},
}

var (
	Strict = newMode(method.Mode{
		Role: method.Strict, Name: "strict", About: "randomised response; noisy edges kept up to a noisy edge count", Edition: 1,
	}, Counted{CountShare: 0.02}, Counted.draw)
	Plain = newMode(method.Mode{
		Role: method.Other, Name: "plain", About: "randomised response; all noisy edges kept", Edition: 1,
	}, AsTheyCome{}, AsTheyCome.draw)
	Null = newMode(method.Mode{
		Role: method.Null, Name: "null", About: "uniform random graph; knows the node set and a noisy edge count", Edition: 1,
	}, Uniform{}, Uniform.draw)
)

// onOnePair attacks one pair's response and the edge count.
var onOnePair = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "whether there is one", Runs: 1000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: func(o method.Outcome) ([]float64, error) {
		all, ok := o.Release.(release.Graphs)
		if !ok || all.Collection == nil || len(all.Graphs) == 0 {
			return nil, errors.New("pairs: the attack needs released graphs, and the outcome has none")
		}
		return []float64{float64(all.Graphs[0].Graph.M())}, nil
	},
}

// largest keeps the m edges of g with the largest products of their ends' degrees, with random
// ties. These are the most likely true edges if edges are as probable as their ends' degrees imply.
func largest(g *graph.Graph, m int, r *rand.Rand) (*graph.Graph, error) {
	type pair struct {
		graph.Edge
		product, tie uint64
	}
	var list []pair
	for u, v := range g.Edges() {
		list = append(list, pair{graph.Edge{U: u, V: v}, uint64(g.Degree(u)) * uint64(g.Degree(v)), r.Uint64()})
	}
	slices.SortFunc(list, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.product, a.product), cmp.Compare(a.tie, b.tie))
	})
	edges := make([]graph.Edge, min(m, len(list)))
	for i := range edges {
		edges[i] = list[i].Edge
	}
	kept, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
	return kept, err
}
