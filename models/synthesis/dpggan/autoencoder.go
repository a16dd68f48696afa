package dpggan

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// Autoencoder is GVAE: a variational graph autoencoder for each graph, without noise.
type Autoencoder struct {
	Net
	Steps     int  `range:"[1,2^24]"` // T
	Posterior bool // whether new graphs are decoded from codes of the graph itself, and not from N(0, I)
}

// run trains GVAE on a collection and draws a graph for each of its graphs: [NonPrivate],
// [NonPrivateTuned].
func (c Autoencoder) run(ctx context.Context, of *graph.Collection, k known, seed uint64, w *method.Watch) (*Result, error) {
	return alone(ctx, of, k, c, c.Steps, seed, w,
		func(g *graph.Graph, bias float64, rng *rand.Rand) *generator {
			return newGenerator(g, c.Net, bias, rng)
		},
		func(m *generator, d *allpairs.Decoder, rng *rand.Rand) error { return m.descend(m.gradient(d, rng)) },
		func(m *generator, rng *rand.Rand) (*graph.Graph, error) { return m.sample(c.Posterior, rng) })
}

// draw returns the decoder's outputs for new codes, and the bias of their scores.
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

// sample draws a graph, each pair by its probability.
func (g *generator) sample(posterior bool, rng *rand.Rand) (*graph.Graph, error) {
	f, bias := g.draw(posterior, rng)
	return bernoulli(f, bias, rng)
}
