package dpggan

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// Adversarial is GGAN: the autoencoder with a discriminator, and with a feature-matching loss
// between graphs in place of the cross-entropy of pairs.
type Adversarial struct {
	Net
	Steps     int     `range:"[1,2^24]"` // T; each step trains the discriminator, then the generator
	Adversary float64 `range:"[0,1e6]"`  // λ2, weight of L_gan
	Posterior bool    // decode new graphs from the posterior codes of the graph, not from N(0, I)
}

// Check refuses settings out of range, and Diagonal.
func (c Adversarial) Check() error { return cmp.Or(ranges.Check("dpggan", c), c.checkWhole()) }

// mostDense is the largest number of nodes that a discriminator supports: it reads N×N matrices.
const mostDense = 1 << 13

// dense refuses graphs that are too large for a discriminator.
func (k known) dense() error {
	for i, n := range k.sizes {
		if n > mostDense {
			return fmt.Errorf("dpggan: graph %d has %d nodes: the discriminator takes at most %d", i, n, mostDense)
		}
	}
	return nil
}

// pairOfNets is a generator with its discriminator.
type pairOfNets struct {
	*generator
	discriminator *discriminator
	real          vector.Matrix // A
	adversary     float64       // λ2
	own           *train.Moments[float32]

	judging, deceiving executor // GoMLX graphs of the discriminator's and the generator's loss
}

// headWidths are the paper's widths of f' after those of g'.
var headWidths = []int{16, 32, 1}

func newPairOfNets(g *graph.Graph, c Net, adversary, bias float64, rng *rand.Rand) *pairOfNets {
	x, d := newGenerator(g, c, bias, rng), newDiscriminator(g.N(), c.Hidden, c.Latent, rng, headWidths...)
	own := train.NewMoments[float32](train.DefaultAdam(c.Rate), len(d.parameters))
	return &pairOfNets{generator: x, discriminator: d, real: adjacency(g), adversary: adversary, own: own}
}

// values returns the trained state, for a checkpoint.
func (p *pairOfNets) values() []any {
	return append(append(p.generator.values(), p.discriminator.parameters), p.own.Values()...)
}

// soft returns A', the probabilities of all pairs, without the diagonal: [DPGGAN21] Eq. 2.
func soft(f vector.Matrix, bias float64) vector.Matrix {
	p := vector.New(f.Rows, f.Rows)
	for i := range p.Data {
		p.Data[i] = float32(bias)
	}
	vector.AddProduct(p, f, vector.Transposed(f))
	vector.Logistic(p.Data) // [DPGGAN21] Eq. 2
	for i := range f.Rows {
		p.Row(i)[i] = 0
	}
	return p
}

// softGradient backpropagates from A' to the decoder's outputs and the bias.
func softGradient(p, dp, f vector.Matrix) (df vector.Matrix, dBias float64) {
	slopes, mirror := vector.New(f.Rows, f.Rows), vector.Transposed(dp)
	for i, x := range p.Data {
		slopes.Data[i] = (dp.Data[i] + mirror.Data[i]) * x * (1 - x)
		dBias += float64(slopes.Data[i]) / 2
	}
	df = vector.New(f.Rows, f.Cols)
	vector.AddProduct(df, slopes, f)
	return df, dBias
}

// discriminatorLoss returns λ2 L_gan, signed as a cross-entropy to minimise (G10), and its gradient
// with respect to the discriminator's parameters: [DPGGAN21] Eq. 7.
func (p *pairOfNets) discriminatorLoss(real, fake *reading) (float64, []float32) {
	gradient, loss := make([]float32, len(p.discriminator.parameters)), 0.0
	for _, side := range []struct {
		of   *reading
		real bool
	}{{real, true}, {fake, false}} {
		l, dv := p.discriminator.crossEntropy(side.of, side.real, p.adversary, gradient)
		p.discriminator.back(side.of, dv, gradient, false)
		loss += p.adversary * l
	}
	return loss, gradient
}

// generatorLoss returns the loss of encoder and decoder and its gradients. Both minimise L_rec' =
// |g'(A) - g'(A')|²; the encoder adds λ1 L_prior, and the decoder -λ2 L_gan.
func (p *pairOfNets) generatorLoss(rng *rand.Rand) (float64, [][]float32, error) {
	if p.deceiving.open(func() (train.Network, []any) { return p.network(adversaries.ofGenerator) }) {
		loss, gradients, err := p.deceiving.run(p.weights(), matrix(prior(p.nodes, p.Latent, rng)))
		return loss, gradients[1:], err
	}
	mean, logSigma := p.encode(rng)
	f, way := p.decoder.forward(p.codes)
	fakes := soft(f, p.b())
	real, fake := p.discriminator.read(p.real), p.discriminator.read(fakes)
	loss, apart := 0.0, make([]float32, len(fake.vector))
	for k, x := range fake.vector {
		difference := x - real.vector[k]
		loss += float64(difference) * float64(difference)
		apart[k] = 2 * difference
	}
	df, _ := softGradient(fakes, p.discriminator.back(fake, apart, nil, true), f)
	dCodes := p.decoder.backward(way, df, nil)
	gan, against := p.discriminator.crossEntropy(fake, false, -p.adversary, nil)
	vector.AddScaled(against, 1, apart)
	df, dBias := softGradient(fakes, p.discriminator.back(fake, against, nil, true), f)
	dDecoder := make([]float32, len(p.decoder.parameters))
	p.decoder.backward(way, df, dDecoder)
	divergence, d0, d1 := p.backward(mean, logSigma, dCodes, 1)
	return loss + divergence - p.adversary*gan, [][]float32{d0.Data, d1.Data, dDecoder, {float32(dBias)}}, nil
}

// weights returns the weights of the GoMLX graphs.
func (p *pairOfNets) weights() [][]float32 {
	return append([][]float32{p.discriminator.parameters}, p.trained()...)
}

// step trains the discriminator, then the generator.
func (p *pairOfNets) step(rng *rand.Rand) error {
	var loss float64
	var gradient []float32
	if p.judges() {
		normal, all := matrix(prior(p.nodes, p.Latent, rng)), vector.Dense(slices.Repeat([]float32{1}, p.nodes), p.nodes)
		l, gradients, err := p.judging.run(p.weights(), normal, matrix(all), float32(1))
		if err != nil {
			return err
		}
		loss, gradient = l, gradients[0]
	} else {
		loss, gradient = p.judgedByKernel(rng)
	}
	if err := checkLoss(loss, p.Rate); err != nil {
		return err
	}
	p.own.Step(p.discriminator.parameters, gradient, 1)
	return p.descend(p.generatorLoss(rng))
}

func (p *pairOfNets) judgedByKernel(rng *rand.Rand) (float64, []float32) {
	p.encode(rng)
	f, _ := p.decoder.forward(p.codes)
	return p.discriminatorLoss(p.discriminator.read(p.real), p.discriminator.read(soft(f, p.b())))
}

// judges reports whether the discriminator's loss runs as a GoMLX graph.
func (p *pairOfNets) judges() bool {
	return p.judging.open(func() (train.Network, []any) { return p.network(adversaries.ofDiscriminator) })
}

// run trains GGAN on each graph of a collection and draws a graph from each model: [NonPrivateGAN].
func (c Adversarial) run(ctx context.Context, of *graph.Collection, k known, seed uint64, w *method.Watch) (*Result, error) {
	if err := k.dense(); err != nil {
		return nil, err
	}
	return alone(ctx, of, k, c, c.Steps, seed, w,
		func(g *graph.Graph, bias float64, rng *rand.Rand) *pairOfNets {
			return newPairOfNets(g, c.Net, c.Adversary, bias, rng)
		},
		func(m *pairOfNets, _ *allpairs.Decoder, rng *rand.Rand) error { return m.step(rng) },
		func(m *pairOfNets, rng *rand.Rand) (*graph.Graph, error) { return m.sample(c.Posterior, rng) })
}
