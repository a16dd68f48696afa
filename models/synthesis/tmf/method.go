// Package tmf generates a graph by the top-m filter [TMF15]: the node pairs with the largest noisy
// adjacencies; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]     randomised response, sampled down to a noisy edge count; proved
//	[Published]  edges whose noisy bit passes a threshold, filled up with random other pairs;
//	             nothing is proved
//	[Pgb]        the same as in the code of a public benchmark; nothing is proved
//	[Null]       the control: a uniform graph with a noisy number of edges
//
// Time and memory are linear in the edges, not in the pairs.
//
// [TMF15] H. Nguyen, A. Imine, M. Rusinowitch, Differentially private publication of social graphs
// at linear cost, ASONAM 2015.
package tmf

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

const (
	tells = "the number of added pairs is exact: it reveals how many edges passed the threshold"
	twice = tells + "; the threshold passes far more edges than the stated ε allows"
)

// Method describes TmF and its modes.
var Method = method.Method{
	Name: "tmf", About: "synthetic graphs by the Top-m-Filter: the largest noisy cells of the adjacency matrix", Paper: "TMF15", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"TmF": "published"},
	Exhibits: synthesis.Queries("tmf", []string{"published", "strict", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, Pgb.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("tmf", method.Mode{
		Role: method.Strict, Name: "strict", About: "randomised response, thinned uniformly to a noisy edge count", Attack: &onBand,
	}, Thinned{CountShare: 0.02}, Thinned.draw)
	Published = synthesis.NewPrivate("tmf", method.Mode{
		Role: method.Published, Name: "published", About: "noisy edges above a threshold, then uniform pairs to a noisy count", Attack: &onClique,
		Unproved: tells,
		From:     "four public implementations",
	}, Filter{CountShare: 0.1}, Filter.draw)
	Pgb = synthesis.NewPrivate("tmf", method.Mode{
		Role: method.AsCoded, Name: "pgb", About: "PGB's code of the filter, with the threshold's two cases swapped", Attack: synthesis.OnSparse(10),
		Unproved: twice,
	}, Benchmark{}, Benchmark.draw)
	Null = synthesis.NewNull("tmf")
)

// onBand attacks one pair of a graph in which a fifth of the pairs are edges, far more than the
// noise of the count.
var onBand = method.Attack{
	Worlds: "100 nodes on a ring, joined to the nodes up to ten apart, and nodes 0 and 1 an edge or none", Looks: "whether nodes 0 and 1 have an edge", Runs: 2000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		var rest []graph.Edge
		for u := range int32(100) {
			for far := int32(1); far <= 10; far++ {
				if v := (u + far) % 100; u+v != 1 {
					rest = append(rest, graph.Edge{U: u, V: v})
				}
			}
		}
		return method.Joined(100, rest, graph.Edge{U: 0, V: 1})
	},
	Look: synthesis.HasFirst,
}

// onClique attacks the last pair of a clique. If it is no edge and one pair is to be missing,
// exactly this pair is missing, unless another edge was rejected: then the pair is added in its
// place.
var onClique = method.Attack{
	Worlds: "4 nodes, all pairs edges, or all but nodes 0 and 1", Looks: "whether these are all that is missing", Runs: 4000, Settings: []string{"CountShare=0.9"},
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(4, []graph.Edge{{U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		there, err := synthesis.HasFirst(o)
		if g, ok := o.Release.(release.Graph); ok && g.Graph.M() != 5 {
			there[0] = 1
		}
		return there, err
	},
}

// Thinned keeps a uniform sample of the noisy edges, of the size of a noisy edge count.
type Thinned struct {
	CountShare float64 `range:"(0,1)"` // share of ε for the edge count
}

// Filter keeps the edges that pass a threshold and adds other pairs up to the noisy edge count.
type Filter struct {
	CountShare float64 `range:"(0,1)"` // share of ε for the edge count
}

// Benchmark is the configuration of [Pgb].
type Benchmark struct{}

func (c Thinned) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	counting := s.Budget().Epsilon * gdp.Epsilon(c.CountShare)
	m, err := synthesis.EdgeCount(s, "edges", counting)
	if err != nil {
		return nil, err
	}
	asking := s.Budget().Epsilon - counting
	noisy, err := gdp.ThinnedResponse(s, "bits", asking, share(float64(asking), synthesis.Pairs(s.Public().Nodes), m))
	if err != nil {
		return nil, err
	}
	return top(noisy, m, run.Drawing(), run.Stream("ties"))
}

// share returns the rate at which to sample positive responses so that about m remain and almost
// surely not fewer; it is 1 if there are too few.
func share(eps float64, pairs, m int) float64 {
	no := 1 / (1 + math.Exp(eps)) // probability that a response is flipped
	yes := float64(m)*(1-no) + float64(pairs-m)*no
	return min(1, (float64(m)+6*math.Sqrt(float64(m))+6)/yes)
}
