package dpggan

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Uniform is the null control: a uniform graph for each graph, with a noisy edge count that costs
// the whole budget.
type Uniform struct{}

// edgeCounts releases the edge counts of all graphs with discrete Laplace noise. An edge is in one
// graph, so that together they cost ε.
func (k known) edgeCounts(eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace("numbers of edges", query.EdgeCounts[gdp.L1](gdp.EdgeLevel, k.sizes), eps)
}

// run runs the null control: [Null].
func (c Uniform) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		noisy, err := k.edgeCounts(s.Budget().Epsilon).Draw(s)
		if err != nil {
			return nil, err
		}
		r, random := k.result(), run.Stream("graphs")
		for i, m := range noisy {
			g, err := gen.GNM(k.sizes[i], int(min(max(m, 0), pairs(k.sizes[i]))), random)
			if err != nil {
				return nil, err
			}
			r.Graphs = append(r.Graphs, g)
		}
		return r, r.guarded(s)
	})
}

// Matched is the null control with exact edge counts: uniform graphs.
type Matched struct{}

// run runs the control: [NullMatched]. It reads the edge counts without noise.
func (Matched) run(ctx context.Context, of *graph.Collection, k known, seed uint64, _ *method.Watch) (*Result, error) {
	r, random := k.result(), rand.New(rand.NewPCG(seed, 0x6d617463686564))
	for i, w := range of.Graphs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, err := gen.GNM(k.sizes[i], w.Graph.Undirected().M(), random)
		if err != nil {
			return nil, err
		}
		r.Graphs = append(r.Graphs, g)
	}
	return r, nil
}
