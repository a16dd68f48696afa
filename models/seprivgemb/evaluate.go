package seprivgemb

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/trial"
)

// Score is what the paper measures of an embedding. Both read the private graph:
// they are no release.
type Score struct {
	StrucEqu float64 // over all pairs, or those of so many random nodes
	AUC      float64 // of link prediction by scalar products of rows
}

// Evaluate runs a configuration twice, in seeded sessions of the given budget: on the
// whole graph for StrucEqu, and on 90 % of its edges for link prediction of the rest
// among as many pairs without an edge. With more nodes than most, StrucEqu is over
// that many random ones.
func Evaluate(ctx context.Context, g *graph.Graph, c Config, rel gdp.Relation, b gdp.Budget, seed uint64, most int) (Score, error) {
	var score Score
	rows := func(g *graph.Graph) (null.Rows, error) {
		if c.Noise == Silent {
			r, err := Train(ctx, g, c, seed, nil)
			if err != nil {
				return nil, err
			}
			return r.In, nil
		}
		s, err := gdp.Protect(&graph.Network{Graph: g}, rel, b, gdp.Seed(seed))
		if err != nil {
			return nil, err
		}
		r, err := Run(ctx, s, c, nil)
		if err != nil {
			return nil, err
		}
		return r.In, nil
	}
	r := rand.New(rand.NewPCG(seed, 0x4556))
	var nodes []int32
	if n := g.N(); n > most {
		for _, u := range r.Perm(n)[:most] {
			nodes = append(nodes, int32(u))
		}
	}
	links, err := trial.SplitLinks(g, 0.1, r)
	if err != nil {
		return score, err
	}
	whole, err := rows(g)
	if err != nil {
		return score, err
	}
	if score.StrucEqu, err = StrucEqu(g, whole, nodes); err != nil {
		return score, err
	}
	part, err := rows(links.Train)
	if err != nil {
		return score, err
	}
	score.AUC, err = links.AUC(part, trial.DotProduct)
	return score, err
}

// StrucEqu is [metric.StrucEqu] of an embedding, over all pairs of the given nodes,
// nil for all.
func StrucEqu(g *graph.Graph, x null.Rows, nodes []int32) (float64, error) {
	wide := make([][]float64, len(x))
	for u, row := range x {
		wide[u] = make([]float64, len(row))
		for i, v := range row {
			wide[u][i] = float64(v)
		}
	}
	return metric.StrucEqu(g, wide, nodes)
}
