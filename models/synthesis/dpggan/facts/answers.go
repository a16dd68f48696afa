package facts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

const (
	// widest is the largest number of nodes of a graph that is sampled from answers: the chain
	// visits every pair some sixty times.
	widest = 4096
	// learning is the number of sweeps before graphs are kept, and keeping the number of graphs
	// kept, of which one is returned.
	learning, keeping = 20, 40
	// sure is the probability above which a node counts as adjacent to all others.
	sure = 0.8
)

// Answers are the noisy graphs of randomised response on all node pairs, each flipped with the same
// probability.
type Answers struct {
	noisy []*graph.Graph
	flip  float64
	llr   float64 // log-likelihood ratio of an answer: ε
}

// Few reports whether randomised response on all pairs is better than noisy statistics: no graph is
// too large, and at most turned answers per node are flipped in expectation. It depends only on
// sizes and ε.
func Few(sizes []int, eps gdp.Epsilon, turned float64) bool {
	nodes, pairs := 0.0, 0.0
	for _, n := range sizes {
		if n > widest {
			return false
		}
		nodes, pairs = nodes+float64(n), pairs+float64(n)*float64(n-1)/2
	}
	return pairs/max(nodes, 1)/(1+math.Exp(float64(eps))) <= turned
}

// AskPairs spends ε on randomised response on all pairs within the graphs of a session at edge
// level.
func AskPairs(s *gdp.Session, eps gdp.Epsilon) (*Answers, error) {
	if s.Public().Directed {
		return nil, errors.New("facts: the graph is directed: make it undirected")
	}
	noisy, err := gdp.RandomisedResponses(s, "pairs", eps)
	if err != nil {
		return nil, err
	}
	return &Answers{noisy, 1 / (1 + math.Exp(float64(eps))), float64(eps)}, nil
}

// Draw samples a graph for each noisy graph from the posterior of a model of pairs that is fitted
// to all answers. Among the graphs that the chain visits, it returns the one whose statistics are
// nearest to their medians. It reads nothing private.
func (a *Answers) Draw(ctx context.Context, r *rand.Rand) ([]*graph.Graph, error) {
	for i, g := range a.noisy {
		if g.N() > widest {
			return nil, fmt.Errorf("facts: graph %d has %d nodes: must be at most %d for randomised response", i, g.N(), widest)
		}
	}
	if a.asTheyCome() {
		return a.noisy, nil
	}
	c := a.begin(r)
	kept := make([][]visited, len(a.noisy))
	for k := range learning + keeping {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.learn(r)
		for i, x := range c.graphs {
			c.sweep(x, r)
			if k < learning {
				continue
			}
			v, err := visit(ctx, x)
			if err != nil {
				return nil, fmt.Errorf("facts: graph %d: %w", i, err)
			}
			kept[i] = append(kept[i], v)
		}
	}
	graphs := lists.Map(kept, func(list []visited) *graph.Graph { return medoid(list).graph })
	return graphs, nil
}

// asTheyCome reports whether fewer than one flipped answer per four graphs is expected: then no
// model is better than the answers.
func (a *Answers) asTheyCome() bool {
	pairs := 0
	for _, g := range a.noisy {
		pairs += most(g.N())
	}
	return float64(pairs)*a.flip < float64(len(a.noisy))/4
}

// begin draws initial graphs from the answers and the density that they imply, pair by pair.
func (a *Answers) begin(r *rand.Rand) *chain {
	c := &chain{flip: a.flip, llr: a.llr, low: least, high: least}
	for _, g := range a.noisy {
		x := newPairs(g)
		pairs := float64(most(x.n))
		m := (float64(g.M()) - a.flip*pairs) / (1 - 2*a.flip)
		prior := logit(min(max(m, 0.5), max(pairs-0.5, 0.5)) / max(pairs, 1))
		for u := range x.n {
			for v := u + 1; v < x.n; v++ {
				if bernoulli(prior+x.answer(u, v, a.llr), r) {
					x.turn(u, v)
				}
			}
		}
		c.graphs = append(c.graphs, x)
	}
	c.join(a.hubs())
	return c
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
