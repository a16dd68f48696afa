package dpggan

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// shared is one decoder for all graphs with an encoder per graph. Encoders train without noise and
// are never released.
type shared struct {
	*ensemble[generator]
	decoder *network
	bias    []float32
	moments [2]*train.Moments[float32]
}

// newShared makes the models of graphs, which share decoder and bias.
func newShared(c Net, graphs []*graph.Network, stream func(label string) *rand.Rand) (*shared, error) {
	k, err := named(graphs)
	if err != nil {
		return nil, err
	}
	x := &shared{decoder: newNetwork(stream("decoder"), c.Latent, c.Inner, c.Width)}
	if c.Bias {
		x.bias = []float32{0}
	}
	x.moments[0] = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(x.decoder.parameters))
	x.moments[1] = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(x.bias))
	x.ensemble, err = newEnsemble(k, stream, func(i int, rng *rand.Rand) (*generator, error) {
		g := newGenerator(graphs[i].Graph, c, 0, rng)
		g.decoder, g.bias = x.decoder, x.bias
		return g, nil
	})
	return x, err
}

// draw draws a graph from codes of N(0, I) with the expected number of edges. It reads no graph.
func (x *shared) draw(nodes, latent, edges int, draws *rand.Rand) (*graph.Graph, error) {
	f, _ := x.decoder.forward(prior(nodes, latent, draws))
	return bernoulli(f, biasFor(f, edges, draws), draws)
}

// values returns the trained state.
func (x *shared) values() []any {
	list := append([]any{x.decoder.parameters, x.bias}, append(x.moments[0].Values(), x.moments[1].Values()...)...)
	for _, g := range x.models {
		if g != nil {
			list = append(append(list, g.encoder.W0.Data), g.moments[0].Values()...)
			list = append(append(list, g.encoder.W1.Data), g.moments[1].Values()...)
		}
	}
	return list
}

// step takes a step along the noisy mean gradient of a sample of graphs.
func (x *shared) step(t *gdp.Training) error {
	step, err := t.Step(len(x.models))
	if err != nil {
		return err
	}
	mean, err := x.mean(step)
	if err != nil {
		return err
	}
	end := len(x.decoder.parameters)
	x.moments[0].Step(x.decoder.parameters, mean[:end], 1)
	x.moments[1].Step(x.bias, mean[end:], 1)
	return nil
}

// mean returns the noisy mean gradient of a step.
func (x *shared) mean(step *gdp.Step) ([]float32, error) {
	terms, err := x.terms(step.Places())
	if err != nil {
		return nil, err
	}
	return gdp.Sum(step, x.size(), terms)
}

// size returns the number of parameters of the decoder and the bias.
func (x *shared) size() int { return len(x.decoder.parameters) + len(x.bias) }

// terms returns a function that writes a graph's gradient of the decoder and the bias. The encoders
// of the sampled graphs take a step, each from its own graph alone.
func (x *shared) terms(taken []int32) (func(graph int32, to *gdp.Term[float32]), error) {
	gradients := make([][]float32, len(x.models))
	err := x.some(taken, func(i int, g *generator, d *allpairs.Decoder, rng *rand.Rand) error {
		loss, parts, err := g.gradient(d, rng)
		if err != nil {
			return err
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil // adds nothing: an error would leak the graph
		}
		gradients[i] = slices.Concat(parts[2:]...)[:x.size()]
		return g.descend(loss, parts[:2], nil)
	})
	return func(i int32, to *gdp.Term[float32]) {
		if g := gradients[i]; g != nil {
			copy(to.All(), g)
		}
	}, err
}
