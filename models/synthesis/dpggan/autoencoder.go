package dpggan

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// Autoencoder is GVAE: a variational graph autoencoder for each graph, without noise.
type Autoencoder struct {
	Net
	Steps     int  `range:"[1,2^24]"` // T
	Posterior bool // decode new graphs from the posterior codes of the graph, not from N(0, I)
}

// run trains GVAE on each graph of a collection and draws a graph from each model: [NonPrivate],
// [NonPrivateTuned].
func (c Autoencoder) run(ctx context.Context, of *graph.Collection, k known, seed uint64, w *method.Watch) (*Result, error) {
	return alone(ctx, of, k, c, c.Steps, seed, w,
		func(g *graph.Graph, bias float64, rng *rand.Rand) *generator {
			return newGenerator(g, c.Net, bias, rng)
		},
		func(m *generator, d *allpairs.Decoder, rng *rand.Rand) error { return m.descend(m.gradient(d, rng)) },
		func(m *generator, rng *rand.Rand) (*graph.Graph, error) { return m.sample(c.Posterior, rng) })
}

// draw returns the decoder's outputs for new codes and the bias of their scores.
func (g *generator) draw(posterior bool, rng *rand.Rand) (vector.Matrix, float64) {
	codes := g.codes
	if posterior {
		g.encode(rng)
	} else {
		codes = prior(g.nodes, g.Latent, rng)
	}
	f, _ := g.decoder.forward(codes)
	return f, g.b()
}

// sample draws a graph with the decoded edge probabilities.
func (g *generator) sample(posterior bool, rng *rand.Rand) (*graph.Graph, error) {
	f, bias := g.draw(posterior, rng)
	return bernoulli(f, bias, rng)
}

// alone trains a model without noise for each graph of a collection and draws a graph from each.
// The initial bias is the logit of the graph's density.
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
