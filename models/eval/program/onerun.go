package program

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// The graph of an audit by one run: a random graph, and canaries, pairs that a coin makes edges.
const (
	oneRunNodes, oneRunEdges = 400, 800
	canaries                 = 1000
)

// OneRun audits a program by a single run at edge level, for programs whose runs take long: it
// guesses from the release which of many canaries are edges.
func (a Audit) OneRun(ctx context.Context) (*Found, error) {
	p := a.Program
	if a.Relation == 0 {
		a.Relation = p.relation
	}
	if a.Relation != gdp.EdgeLevel || p.kind != release.KindGraph && p.kind != release.KindEmbedding {
		return nil, fmt.Errorf("program: an audit by one run is for graphs and embeddings under the relation edge, not for %s under %v", p.Releases, a.Relation)
	}
	r := rand.New(rand.NewPCG(a.Seed, 23))
	public, err := audit.Edges(oneRunNodes, oneRunEdges+canaries, nil, r)
	if err != nil {
		return nil, err
	}
	coins, err := audit.Coins(canaries, r)
	if err != nil {
		return nil, err
	}
	var edges []graph.Edge
	for i, pair := range public {
		if i >= canaries || coins[i] {
			edges = append(edges, graph.Edge{U: pair[0], V: pair[1]})
		}
	}
	g, _, err := graph.FromEdges(oneRunNodes, edges, graph.Options{})
	if err != nil {
		return nil, err
	}
	t, err := p.try(ctx, &graph.Network{Graph: g}, a.Relation, a.Budget, r.Uint64()&(1<<31-1))
	if err != nil {
		return nil, err
	}
	score := func(u, v int32) float64 { return math.Inf(-1) }
	switch x := t.of.(type) {
	case release.Embedding:
		score = x.Dot
	case release.Graph:
		if x.Graph.N() == oneRunNodes {
			if score, err = x.Scores(); err != nil {
				return nil, err
			}
		}
	}
	scores := lists.Map(public[:canaries], func(pair audit.NodePair) float64 { return score(pair[0], pair[1]) })
	median := slices.Sorted(slices.Values(scores))[canaries/2]
	guesses := make([]bool, canaries)
	for i, s := range scores {
		guesses[i] = s >= median
	}
	l := audit.Level{Delta: a.Budget.Delta, Confidence: a.Confidence}
	f := &Found{
		Audited: &method.Audited{Guarantee: gdp.Guarantee{Relation: a.Relation, Delta: a.Budget.Delta, Claimed: a.Budget.Epsilon, Proved: gdp.Epsilon(math.Inf(1)), Reason: why}},
		Worlds:  fmt.Sprintf("a random graph of %d nodes; a coin decides whether each of %d pairs is an edge", oneRunNodes, canaries), Looks: "the scores of these pairs in the release",
	}
	if f.Bound, err = audit.Guessed(l, coins, guesses); err != nil {
		return nil, err
	}
	all, err := audit.Guessed(l, coins, coins)
	f.Most = all.Epsilon
	return f, err
}
