package dpggan

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// alone trains a model for each graph of a collection that may be looked at, without noise, and
// draws a graph of each. Scores begin with the logit of the graph's density.
func alone[M any](ctx context.Context, of *graph.Collection, k known, config any, steps int, seed uint64, w *method.Watch,
	model func(g *graph.Graph, bias float64, rng *rand.Rand) *M,
	step func(m *M, d *allpairs.Decoder, rng *rand.Rand) error,
	draw func(m *M, rng *rand.Rand) (*graph.Graph, error)) (*Result, error) {
	return checkpoint.PlainCollection(ctx, of, "dpggan", config, seed, w, func(run *checkpoint.Run) (*Result, error) {
		f, err := newEnsemble(k, run.Stream, func(i int, rng *rand.Rand) (*M, error) {
			g := of.Graphs[i].Graph
			return model(g, logit(g.Undirected().M(), pairs(g.N())), rng), nil
		})
		if err != nil {
			return nil, err
		}
		err = run.Steps(ctx, steps, f.values(), func(int) error {
			return f.each(func(_ int, m *M, d *allpairs.Decoder, rng *rand.Rand) error { return step(m, d, rng) })
		})
		if err != nil {
			return nil, err
		}
		r := k.result()
		r.Graphs, err = f.decode(func(_ int, m *M, rng *rand.Rand) (*graph.Graph, error) { return draw(m, rng) })
		return r, err
	})
}
