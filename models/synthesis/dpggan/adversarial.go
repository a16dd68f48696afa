package dpggan

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// Adversarial is GGAN: the autoencoder with a discriminator, and with the distance of graphs in
// the discriminator's eyes in place of the cross-entropy of pairs.
type Adversarial struct {
	Net
	Steps     int     `range:"[1,2^24]"` // T, each of which trains the discriminator, and then the others
	Adversary float64 `range:"[0,1e6]"`  // λ2, the weight of L_gan
	Posterior bool    // whether new graphs are decoded from codes of the graph itself, and not from N(0, I)
}

// Check reports a setting that no run can have.
func (c Adversarial) Check() error { return cmp.Or(ranges.Check("dpggan", c), c.checkWhole()) }

// mostDense is the largest graph that a discriminator is made for: it reads matrices of N×N
// numbers.
const mostDense = 1 << 12

// dense refuses graphs that are too large for a discriminator.
func (k known) dense() error {
	for i, n := range k.sizes {
		if n > mostDense {
			return fmt.Errorf("dpggan: graph %d has %d nodes; the discriminator reads matrices of N×N, N = %d at most", i, n, mostDense)
		}
	}
	return nil
}

// pairOfNets is a generator with its discriminator.
type pairOfNets struct {
	*generator
	discriminator *discriminator
	real          vector.Matrix // A
	own           *train.Moments[float32]
}

// headWidths are the widths of f' after those of g', as in the paper.
var headWidths = []int{16, 32, 1}

func newPairOfNets(g *graph.Graph, c Net, bias float64, rng *rand.Rand) *pairOfNets {
	x, d := newGenerator(g, c, bias, rng), newDiscriminator(g.N(), c.Hidden, c.Latent, rng, headWidths...)
	return &pairOfNets{x, d, adjacency(g), train.NewMoments[float32](train.DefaultAdam(c.Rate), len(d.parameters))}
}

// values are what training changes, for a checkpoint.
func (p *pairOfNets) values() []any {
	return append(append(p.generator.values(), p.discriminator.parameters), p.own.Values()...)
}

// soft returns A', the probabilities of all pairs: [DPGGAN21] Eq. 2, without the diagonal.
func soft(f vector.Matrix, bias float64) vector.Matrix {
	p := vector.New(f.Rows, f.Rows)
	for i := range p.Data {
		p.Data[i] = float32(bias)
	}
	vector.AddProduct(p, f, transposed(f))
	vector.Logistic(p.Data) // [DPGGAN21] Eq. 2
	for i := range f.Rows {
		p.Row(i)[i] = 0
	}
	return p
}

// softGradient takes the gradient by A' to that by the decoder's outputs and by the bias.
func softGradient(p, dp, f vector.Matrix) (df vector.Matrix, dBias float64) {
	slopes, mirror := vector.New(f.Rows, f.Rows), transposed(dp)
	for i, x := range p.Data {
		slopes.Data[i] = (dp.Data[i] + mirror.Data[i]) * x * (1 - x)
		dBias += float64(slopes.Data[i]) / 2
	}
	df = vector.New(f.Rows, f.Cols)
	vector.AddProduct(df, slopes, f)
	return df, dBias
}

// discriminatorLoss returns λ2 L_gan as the discriminator minimises it, with its gradient by the
// discriminator's parameters: [DPGGAN21] Eq. 7 with the sign of a cross-entropy (G10).
func (p *pairOfNets) discriminatorLoss(real, fake *reading, weight float64) (float64, []float32) {
	gradient, loss := make([]float32, len(p.discriminator.parameters)), 0.0
	for _, side := range []struct {
		of   *reading
		real bool
	}{{real, true}, {fake, false}} {
		l, dv := p.discriminator.crossEntropy(side.of, side.real, weight, gradient)
		p.discriminator.back(side.of, dv, gradient, false)
		loss += weight * l
	}
	return loss, gradient
}

// generatorLoss returns what encoder and decoder minimise, and the gradients by all parts of the
// generator: for both L_rec' = |g'(A) - g'(A')|², for the encoder λ1 L_prior with it, and for the
// decoder -λ2 L_gan.
func (p *pairOfNets) generatorLoss(weight float64, rng *rand.Rand) (float64, [][]float32) {
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
	_, against := p.discriminator.crossEntropy(fake, false, -weight, nil)
	vector.AddScaled(against, 1, apart)
	df, dBias := softGradient(fakes, p.discriminator.back(fake, against, nil, true), f)
	dDecoder := make([]float32, len(p.decoder.parameters))
	p.decoder.backward(way, df, dDecoder)
	divergence, d0, d1 := p.backward(mean, logSigma, dCodes, 1)
	return loss + divergence, [][]float32{d0.Data, d1.Data, dDecoder, {float32(dBias)}}
}

// step trains the discriminator, and then the others.
func (p *pairOfNets) step(weight float64, rng *rand.Rand) error {
	p.encode(rng)
	f, _ := p.decoder.forward(p.codes)
	loss, gradient := p.discriminatorLoss(p.discriminator.read(p.real), p.discriminator.read(soft(f, p.b())), weight)
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return fmt.Errorf("dpggan: the loss of the discriminator is %v: try a smaller Rate than %v", loss, p.Rate)
	}
	p.own.Step(p.discriminator.parameters, gradient, 1)
	return p.descend(p.generatorLoss(weight, rng))
}

// run trains GGAN on a collection and draws a graph for each of its graphs: [NonPrivateGAN].
func (c Adversarial) run(ctx context.Context, of *graph.Collection, k known, seed uint64, w *method.Watch) (*Result, error) {
	if err := k.dense(); err != nil {
		return nil, err
	}
	return alone(ctx, of, k, c, c.Steps, seed, w,
		func(g *graph.Graph, bias float64, rng *rand.Rand) *pairOfNets {
			return newPairOfNets(g, c.Net, bias, rng)
		},
		func(m *pairOfNets, _ *allpairs.Decoder, rng *rand.Rand) error { return m.step(c.Adversary, rng) },
		func(m *pairOfNets, rng *rand.Rand) (*graph.Graph, error) { return m.sample(c.Posterior, rng) })
}
