package dpgs

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
)

// Run runs [Counted]. Run again with the same configuration on the same journal, it returns the
// kept release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Features, w *checkpoint.Watch) (*Result, error) {
	return counted(ctx, s, c, c.Table, w, func(x *graph.Attributes, r *rand.Rand) []int32 {
		return cluster(x, c.Clusters, c.Rounds, r)
	})
}

// RunRandom runs [Random].
func RunRandom(ctx context.Context, s *gdp.Session, c Ids, w *checkpoint.Watch) (*Result, error) {
	return counted(ctx, s, c, c.Table, w, func(x *graph.Attributes, r *rand.Rand) []int32 {
		return anywhere(x.Rows(), c.Clusters, r)
	})
}

// features returns the public features, if they are there and clusters can be made of them.
func features(s *gdp.Session, c Table) (*graph.Attributes, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("dpgs: under the relation %v features are private; take %v", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Attrs.NNZ() == 0:
		return nil, errFeatureless
	}
	return p.Attrs, c.fits(p.Nodes)
}

// counted spends the session's budget on the counts of all cells.
func counted(ctx context.Context, s *gdp.Session, config any, c Table, w *checkpoint.Watch, clusters func(x *graph.Attributes, r *rand.Rand) []int32) (*Result, error) {
	x, err := features(s, c)
	if err != nil {
		return nil, err
	}
	if s.Budget().Delta == 0 {
		return nil, fmt.Errorf("dpgs: the budget %v has δ = 0, and %w", s.Budget(), gdp.ErrDelta)
	}
	mean, err := gauss.Mean(s.Budget())
	if err != nil {
		return nil, fmt.Errorf("dpgs: %w", err)
	}
	return checkpoint.Once(ctx, s, "dpgs", config, w, func(run *checkpoint.Run) (*Result, error) {
		sum := &Summary{Clusters: clusters(x, run.Stream("clusters"))}
		sum.Sizes = sizesOf(sum.Clusters, c.Clusters)
		noisy, err := gdp.GaussianMultiplier(run.Session(), "counts", countQuery(sum.Clusters, c.Clusters), 1/mean)
		if err != nil {
			return nil, err
		}
		sum.Cells, sum.Rest = kept(noisy, sum.Sizes, 1/mean)
		r := &Result{Summary: sum, Noise: 1 / mean}
		if r.Graph, err = sum.Draw(run.Stream("graph")); err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// Draw runs [Exact], on the plain network.
func Draw(ctx context.Context, net *graph.Network, c Plain, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil || net.Attrs == nil || net.Attrs.NNZ() == 0 {
		return nil, errFeatureless
	}
	if err := c.fits(net.Graph.N()); err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "dpgs", c, seed, w, func(run *checkpoint.Run) (r *Result, err error) {
		sum := &Summary{Clusters: cluster(net.Attrs, c.Clusters, c.Rounds, run.Stream("clusters"))}
		sum.Sizes = sizesOf(sum.Clusters, c.Clusters)
		sum.Cells, sum.Rest = kept(counts(net.Graph.Undirected(), sum.Clusters, c.Clusters), sum.Sizes, 0)
		r = &Result{Summary: sum}
		r.Graph, err = sum.Draw(run.Stream("graph"))
		return r, err
	})
}
