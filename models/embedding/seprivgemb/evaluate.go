package seprivgemb

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/train/vector"
	"github.com/graphdp/graphdp/models/trial"
)

// delta is that of all experiments of the paper.
const delta = 1e-5

// Evaluate makes one trial of the paper's experiments: the mode and variant of t, with
// t.Epsilon and δ = 10⁻⁵, measured by the protocol. For link prediction Algorithm 2
// makes ten times as many updates, as the paper's does.
func Evaluate(ctx context.Context, t trial.Trial, on *graph.Network) (map[string]float64, error) {
	c, rel, err := Setting(t.Mode)
	if err != nil {
		return nil, err
	}
	if t.Protocol == LinkPrediction && c.Method == SkipGram {
		c.Steps *= 10
	}
	if c, err = c.Vary(t.Variant); err != nil {
		return nil, err
	}
	return Measure(ctx, t.Protocol, on.Graph.Undirected(), c, rel, gdp.Budget{Epsilon: gdp.Epsilon(t.Epsilon), Delta: delta}, t.Seed)
}

// Measure runs a configuration in a seeded session of a budget and measures it by a
// protocol:
//
//	StructuralEquivalence  StrucEqu of a run on the whole graph, as [trial.StructureOf] takes
//	                       it, and its "standard error" where pairs were sampled
//	LinkPrediction         AUC of a run on 90 % of the edges, for the rest among as many pairs
//	                       without an edge, which scalar products of rows are to tell apart; and
//	                       [BothMatrices], where there is W_out
//
// Both read the private graph: they are no release. What a method has learned is what it
// scores above [Null], for which, as for [NonPrivate], no budget is needed. The links of
// [DegreeControl], whose rows have random directions, are ranked by the products of the
// degrees that it releases.
func Measure(ctx context.Context, protocol string, g *graph.Graph, c Config, rel gdp.Relation, b gdp.Budget, seed uint64) (map[string]float64, error) {
	r := rand.New(rand.NewPCG(seed, 0x4556)) // the same for all modes
	switch protocol {
	case StructuralEquivalence:
		whole, err := release(ctx, g, c, rel, b, seed)
		if err != nil {
			return nil, err
		}
		s, err := trial.StructureOf(g, whole.In, r)
		if err != nil {
			return nil, err
		}
		score := map[string]float64{"StrucEqu": s.StrucEqu}
		if s.Error > 0 {
			score["standard error"] = s.Error
		}
		return score, nil
	case LinkPrediction:
		links, err := trial.SplitLinks(g, 0.1, r)
		if err != nil {
			return nil, err
		}
		part, err := release(ctx, links.Train, c, rel, b, seed)
		if err != nil {
			return nil, err
		}
		rows := part.In
		if c.Method == DegreeRows {
			rows = column(part.Degrees)
		}
		auc, err := links.AUC(rows, trial.DotProduct)
		if err != nil {
			return nil, err
		}
		score := map[string]float64{"AUC": auc}
		if part.Out != nil {
			score[BothMatrices], err = part.linksAUC(links)
		}
		return score, err
	}
	return nil, fmt.Errorf("seprivgemb: no protocol %q; there are %q and %q", protocol, StructuralEquivalence, LinkPrediction)
}

// BothMatrices is the AUC of links by x_u·y_v + x_v·y_u, rows of W_in and of W_out: what
// skip-gram fits. The paper does not say how a pair is scored.
const BothMatrices = "AUC of both matrices"

func (r *Result) linksAUC(l *trial.Links) (float64, error) {
	var scores [2][]float64
	for k, list := range [][]graph.Edge{l.Edges.Test, l.None.Test} {
		for _, e := range list {
			scores[k] = append(scores[k], float64(vector.Dot(r.In[e.U], r.Out[e.V])+vector.Dot(r.In[e.V], r.Out[e.U])))
		}
	}
	return metric.AUC(scores[0], scores[1])
}

// column is degrees as rows of one; where noise made them negative, 0.
func column(degrees []float64) null.Rows {
	rows := make(null.Rows, len(degrees))
	for u, d := range degrees {
		rows[u] = []float32{float32(max(d, 0))}
	}
	return rows
}

// release is a run in a seeded session of its own, or without one where nothing is
// protected.
func release(ctx context.Context, g *graph.Graph, c Config, rel gdp.Relation, b gdp.Budget, seed uint64) (*Result, error) {
	switch {
	case c.Noise == Silent:
		return Train(ctx, g, c, seed, nil)
	case c.Method == Untrained:
		b = gdp.Budget{Epsilon: 1} // of which it spends nothing
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, rel, b, gdp.Seed(seed))
	if err != nil {
		return nil, err
	}
	return Run(ctx, s, c, nil)
}
