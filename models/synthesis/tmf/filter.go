package tmf

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// threshold returns the threshold that m noisy bits pass in expectation, if m pairs are edges. The
// first case is above 1, the second at most 1.
func threshold(eps float64, pairs, m int) float64 {
	odds := math.Log(float64(pairs)/float64(m) - 1)
	if eps < odds {
		return math.Log(float64(pairs)/float64(2*m)+math.Expm1(eps)/2) / eps // [TMF15] Threshold
	}
	return odds/(2*eps) + 0.5 // [TMF15] Threshold
}

// exchanged is the threshold of PGB's code: it swaps the two cases and omits ½ in one.
func exchanged(eps float64, pairs, m int) float64 {
	odds := math.Log(float64(pairs)/float64(m) - 1)
	if eps < odds {
		return odds / (2 * eps)
	}
	return math.Log(float64(pairs)/float64(2*m)+math.Expm1(eps)/2) / eps
}

// inTheClear is the claim on the edges that the filter reads without noise.
var inTheClear = gdp.Claim{
	Source:    "[TMF15] privacy of TmF",
	Statement: "other pairs are added until there are as many as the noisy count says, which is a filter of all noisy bits",
	Why:       "the number of added pairs is exact, not random: if all released edges but one are true edges, the last one is a true edge or the only added pair",
}

func (c Filter) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	outside, kept, m, err := pass(s, s.Budget().Epsilon*gdp.Epsilon(c.CountShare), threshold)
	if err != nil {
		return nil, err
	}
	return run.Drawing().More(kept, m-kept.M(), outside, run.Stream("others")) // [TMF15] Filter
}

func (Benchmark) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	_, kept, m, err := pass(s, s.Budget().Epsilon/2, exchanged)
	if err != nil {
		return nil, err
	}
	return run.Drawing().More(kept, m-kept.M(), kept, run.Stream("others")) // rejected edges can be added as others
}

// pass returns the graph, the edges whose noisy bits pass the threshold, and a noisy edge count.
func pass(s *gdp.Session, counting gdp.Epsilon, threshold func(eps float64, pairs, m int) float64) (g, kept *graph.Graph, m int, err error) {
	if m, err = synthesis.EdgeCount(s, "edges", counting); err != nil {
		return nil, nil, 0, err
	}
	data, err := s.ReadOnClaim("adjacency", inTheClear)
	if err != nil {
		return nil, nil, 0, err
	}
	g = data.Network.Graph
	eps := s.Budget().Epsilon - counting
	noisy, err := gdp.Laplace(s, "bits of edges", gdp.Query("bits of edges", s.Relation(), gdp.L1(1), inTheClear, func(d *gdp.Data) ([]float64, error) {
		ones := slices.Repeat([]float64{1}, d.Network.Graph.M())
		return ones, nil
	}), eps)
	if err != nil {
		return nil, nil, 0, err
	}
	least := threshold(float64(eps), synthesis.Pairs(g.N()), m)
	var edges []graph.Edge
	for u, v := range g.Edges() {
		if noisy[0] > least { // [TMF15] Filter
			edges = append(edges, graph.Edge{U: u, V: v})
		}
		noisy = noisy[1:]
	}
	kept, _, err = graph.FromEdges(g.N(), edges, graph.Options{})
	return g, kept, m, err
}

// top keeps a uniform sample of m edges; if there are fewer, it adds other pairs.
func top(noisy *graph.Graph, m int, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	var edges []graph.Edge
	for u, v := range noisy.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	kept, _, err := graph.FromEdges(noisy.N(), edges[:min(m, len(edges))], graph.Options{})
	if err != nil {
		return nil, err
	}
	return w.More(kept, m-kept.M(), noisy, r)
}
