package dpgs

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// runFeatures makes a noisy summary and a graph: [Summary].
func runFeatures(ctx context.Context, s *gdp.Session, c Features, w *checkpoint.Watch) (*Result, error) {
	x, err := features(s, c.fits)
	if err != nil {
		return nil, err
	}
	n, err := c.calibrate(s)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		sum, err := c.summarise(run, x, n)
		if err != nil {
			return nil, err
		}
		return sum.drawn(run, n.count)
	})
}

// runIds counts edges between random clusters: [RandomClusters].
func runIds(ctx context.Context, s *gdp.Session, c Ids, w *checkpoint.Watch) (*Result, error) {
	n := s.Public().Nodes
	if err := c.fits(n); err != nil {
		return nil, err
	}
	if err := needsDelta(s); err != nil {
		return nil, err
	}
	mean, err := gauss.Mean(s.Budget())
	if err != nil {
		return nil, fmt.Errorf("dpgs: %w", err)
	}
	return checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		clusters := randomClusters(n, c.Clusters, c.coins())
		t := c.tally(n, digest(clusters), 1/mean)
		if err := run.Reserve(t.spends()...); err != nil {
			return nil, err
		}
		sum, err := t.draw(run.Session(), clusters)
		if err != nil {
			return nil, err
		}
		return sum.drawn(run, t.noise)
	})
}

// coins returns the public randomness of the clusters. It is the same when a run resumes.
func (c Partition) coins() *rand.Rand { return rand.New(rand.NewPCG(c.Start, 0x64706773)) }

// features returns the public features, or an error if there are none or the settings do not fit.
func features(s *gdp.Session, fits func(n int) error) (*graph.Attributes, error) {
	p := s.Public()
	if p.Attrs == nil || p.Attrs.NNZ() == 0 {
		return nil, errFeatureless
	}
	return p.Attrs, fits(p.Nodes)
}

// summarise spends the budget on neighbourhood sums, refinement of clusters, and counts between
// clusters.
func (c Features) summarise(run *checkpoint.Run, x *graph.Attributes, n noise) (*SummaryGraph, error) {
	s, coins, from := run.Session(), c.coins(), ""
	var rows aggregate.Rows
	var clusters []int32
	var centres *clustering
	if c.Hops > 0 {
		rows = projection(x, c.Dim, coins)
		from = rows.Digest()
	} else {
		clusters, centres = cluster(x, c.Clusters, c.Rounds, coins)
		from = digest(clusters)
	}
	all := graph.Nodes(x.Rows())
	round := func(i int, a *assignment, clusters []int32) gdp.Release[[][]int32] {
		name := fmt.Sprintf("neighbours by cluster, round %d, from %s after %d hops", i, from, c.Hops)
		return a.refinement(fmt.Sprintf("refinement %d", i), name, all, clusters, n.refine)
	}
	t := tally{x.Rows(), c.Clusters, fmt.Sprintf("%s after %d hops and %d rounds", from, c.Hops, c.Refinements), n.count, n.edges}
	spends := t.spends()
	for h := range c.Hops {
		spends = append(spends, hopRelease(from, h+1, c.Hops, rows, x.Rows(), n.hop))
	}
	for i := range c.Refinements {
		spends = append(spends, round(i+1, &assignment{m: min(c.Candidates, c.Clusters)}, all))
	}
	if err := run.Reserve(spends...); err != nil { // fixed before the first draw
		return nil, err
	}
	if c.Hops > 0 {
		sides, err := hopSums(s, rows, c.Dim, c.Hops, x.Rows(), n.hop)
		if err != nil {
			return nil, err
		}
		wide, err := joined(x.Rows(), c.Dim, sides)
		if err != nil {
			return nil, fmt.Errorf("dpgs: %w", err)
		}
		clusters, centres = cluster(wide, c.Clusters, c.Rounds, coins)
	}
	if c.Refinements > 0 {
		a := centres.assignment(clusters, c.Clusters, c.Candidates)
		for i := range c.Refinements {
			chosen, err := round(i+1, a, clusters).Draw(s)
			if err != nil {
				return nil, err
			}
			clusters = a.refined(all, clusters, chosen)
		}
	}
	return t.draw(s, clusters)
}

// runUniform runs the null control: [Null].
func runUniform(ctx context.Context, s *gdp.Session, c Uniform, w *checkpoint.Watch) (*Result, error) {
	r, err := null.Graph(ctx, s, c.Graphs, w)
	if err != nil {
		return nil, err
	}
	return &Result{Graph: r.Graph, Embedding: r.Rows, Guarantee: r.Guarantee}, nil
}
