package sage

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// begin spends the session's ε on randomised response of the pairs of nodes and a count of the
// edges, and trains on what they say.
func (c Responses) begin(in *classification.Input) (classification.Fit[*Result], error) {
	t, err := c.open(in, c.MaxDegree)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		s, rng := run.Session(), run.Stream("training")
		all := s.Budget().Epsilon
		counting := all * gdp.Epsilon(c.CountShare)
		// What is likely to be refused comes first.
		said, err := gdp.RandomisedResponse(s, "adjacency", all-counting)
		if err != nil {
			return nil, err
		}
		count, err := gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, t.Nodes, t.Nodes-1), counting)
		if err != nil {
			return nil, err
		}
		// From here on nothing reads an edge.
		kept, err := thin(said, count[0], float64(all-counting), run.Stream("thinning"))
		if err != nil {
			return nil, err
		}
		return t.learn(ctx, run, rng, bounded(kept, c.MaxDegree, run.Stream("neighbours").Uint64()))
	}, err
}

// thin keeps each pair that was said to be an edge with such a probability that as many are
// left as there are edges, of which count is a noisy number: [GAP23] SAGE-EDP.
func thin(said *graph.Graph, count, eps float64, rng *rand.Rand) (*graph.Graph, error) {
	pairs := float64(said.N()) * float64(said.N()-1) / 2
	truth := 1 / (1 + scalar.Exp(-eps))
	count = min(max(count, 0), pairs)
	share := count / (count*truth + (pairs-count)*(1-truth)) // of those said: 1 for no noise
	var edges []graph.Edge
	for u, v := range said.Undirected().Edges() {
		if rng.Float64() < share {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	g, _, err := graph.FromEdges(said.N(), edges, graph.Options{})
	return g, err
}
