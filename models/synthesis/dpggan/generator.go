package dpggan

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// Net holds the settings of every graph autoencoder.
type Net struct {
	Hidden, Latent int     `range:"[1,4096]"` // widths of the encoder's hidden layer and of a code
	Inner, Width   int     `range:"[1,4096]"` // widths of the decoder's layers
	Rate           float64 `range:"(0,1000]"` // η, of Adam; a larger one can overflow float32 after a few steps that have been paid for
	Divergence     float64 `range:"[0,1e6]"`  // λ1, weight of the divergence of codes from the prior
	Bias           bool    // add a bias b to scores; Eq. 2 has none
	Diagonal       bool    // include the pairs of a node with itself in the loss, as Eq. 2 does
}

// printed returns the paper's widths and weight, with the given Diagonal and Rate.
func printed(diagonal bool, rate float64) Net {
	return Net{Hidden: 32, Latent: 16, Inner: 16, Width: 32, Rate: rate, Divergence: 0.1, Diagonal: diagonal}
}

// paper returns the paper's setting.
func paper() Net { return printed(true, 1e-3) }

// biased returns the paper's setting with a bias b, without the diagonal, and with the given rate.
func biased(rate float64) Net {
	c := printed(false, rate)
	c.Bias = true
	return c
}

// checkWhole refuses Diagonal where graphs are compared as wholes.
func (c Net) checkWhole() error {
	if c.Diagonal {
		return fmt.Errorf("dpggan: Diagonal is true, but this mode compares graphs without self-pairs: set it to false")
	}
	return nil
}

// generator is the autoencoder of one graph: an encoder of codes z_i ~ q(z_i | A), and a decoder of
// scores s_ij = f(z_i)·f(z_j) + b.
type generator struct {
	Net
	nodes int
	links []graph.Edge // edges of the graph

	encoder *allpairs.Encoder
	decoder *network
	bias    []float32 // one number, or none

	moments            []*train.Moments[float32] // of the encoder's two matrices, the decoder and the bias
	codes, noise, dOut vector.Matrix

	adjacency  *sparse.Matrix // Ã
	vae, batch executor       // GoMLX graphs of L_vae and of one node's part of it
}

// parts returns the lists of trained parameters.
func (g *generator) parts() [][]float32 {
	return [][]float32{g.encoder.W0.Data, g.encoder.W1.Data, g.decoder.parameters, g.bias}
}

// trained returns the parts that are not empty.
func (g *generator) trained() [][]float32 {
	if g.Bias {
		return g.parts()
	}
	return g.parts()[:3]
}

// newGenerator returns a generator with its initial weights and the given initial bias, if it has
// one.
func newGenerator(g *graph.Graph, c Net, bias float64, rng *rand.Rand) *generator {
	g = g.Undirected()
	adjacency := sparse.Normalised(g, false) // [DPGGAN21] Eq. 1, without loops
	x := &generator{
		Net: c, nodes: g.N(), adjacency: adjacency, encoder: allpairs.NewEncoder(adjacency, c.Hidden, 2*c.Latent, rng), decoder: newNetwork(rng, c.Latent, c.Inner, c.Width),
		codes: vector.New(g.N(), c.Latent), dOut: vector.New(g.N(), 2*c.Latent),
	}
	if c.Bias {
		x.bias = []float32{float32(bias)}
	}
	for u, v := range g.Edges() {
		x.links = append(x.links, graph.Edge{U: u, V: v})
	}
	for _, p := range x.parts() {
		x.moments = append(x.moments, train.NewMoments[float32](train.DefaultAdam(c.Rate), len(p)))
	}
	return x
}

// values returns the trained state, for a checkpoint.
func (g *generator) values() (list []any) {
	for i, p := range g.parts() {
		list = append(append(list, p), g.moments[i].Values()...)
	}
	return list
}

// b is the bias of scores.
func (g *generator) b() float64 {
	if len(g.bias) == 0 {
		return 0
	}
	return float64(g.bias[0])
}

// encode samples a code for every node and returns the means and log standard deviations of codes:
// [DPGGAN21] Eq. 1.
func (g *generator) encode(rng *rand.Rand) (mean, logSigma vector.Matrix) {
	g.noise = prior(g.nodes, g.Latent, rng)
	out := g.encoder.Forward()
	mean, logSigma = out.Columns(0, g.Latent), out.Columns(g.Latent, 2*g.Latent)
	allpairs.Draw(g.codes, mean, logSigma, g.noise) // [DPGGAN21] Eq. 1
	return mean, logSigma
}

// backward backpropagates the gradient of the codes, and share times λ1 times their divergence from
// the prior, to the encoder's matrices. It returns the divergence.
func (g *generator) backward(mean, logSigma, dCodes vector.Matrix, share float64) (divergence float64, d0, d1 vector.Matrix) {
	clear(g.dOut.Data)
	dMean, dLog := g.dOut.Columns(0, g.Latent), g.dOut.Columns(g.Latent, 2*g.Latent)
	allpairs.Drawn(dCodes, logSigma, g.noise, dMean, dLog)
	divergence = allpairs.Divergence(mean, logSigma, share*g.Divergence, dMean, dLog) // [DPGGAN21] Eq. 3, λ1 times
	d0, d1 = g.encoder.Backward(g.dOut)
	return divergence, d0, d1
}

// weights returns the weights of the ordered pairs in Eq. 2.
func (c Net) weights() allpairs.Weights {
	w := allpairs.Weights{Linked: 2, Unlinked: 2}
	if c.Diagonal {
		w.LoopUnlinked = 1
	}
	return w
}

// reconstruction returns the cross-entropy of all pairs, [DPGGAN21] Eqs. 2 and 3. It adds its
// gradient with respect to the decoder's outputs to df and returns that of the bias.
func (g *generator) reconstruction(d *allpairs.Decoder, f, df vector.Matrix) (loss, dBias float64) {
	return d.CrossEntropy(f, g.b(), g.links, g.weights(), df) // [DPGGAN21] Eq. 2
}

// gradient returns L_vae and its gradients: [DPGGAN21] Eq. 3, to be minimised.
func (g *generator) gradient(d *allpairs.Decoder, rng *rand.Rand) (float64, [][]float32, error) {
	if g.vae.open(func() (train.Network, []any) { return g.network(declared.loss) }) {
		return g.vae.run(g.trained(), matrix(prior(g.nodes, g.Latent, rng)))
	}
	mean, logSigma := g.encode(rng)
	f, way := g.decoder.forward(g.codes)
	df := vector.New(f.Rows, f.Cols)
	loss, dBias := g.reconstruction(d, f, df)
	dDecoder := make([]float32, len(g.decoder.parameters))
	dCodes := g.decoder.backward(way, df, dDecoder)
	divergence, d0, d1 := g.backward(mean, logSigma, dCodes, 1)
	return loss + divergence, [][]float32{d0.Data, d1.Data, dDecoder, {float32(dBias)}}, nil // [DPGGAN21] Eq. 3
}

// descend takes an Adam step, or returns an error and keeps the weights if the loss is not finite.
func (g *generator) descend(loss float64, gradients [][]float32, err error) error {
	if err := cmp.Or(err, checkLoss(loss, g.Rate)); err != nil {
		return err
	}
	for i, d := range gradients {
		if p := g.parts()[i]; len(p) > 0 {
			g.moments[i].Step(p, d, 1)
		}
	}
	return nil
}

// checkLoss refuses a loss that is not finite.
func checkLoss(loss, rate float64) error {
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return fmt.Errorf("dpggan: the loss is %v: try a smaller Rate than %v", loss, rate)
	}
	return nil
}

// row returns the loss of node i, the cross-entropy of its pairs with all nodes, and the gradient
// of the bias. It adds the gradient of the decoder's outputs to df. neighbours are i's, in
// ascending order.
func (g *generator) row(i int, neighbours []int32, f, df vector.Matrix) (loss, dBias float64) {
	own := df.Row(i)
	for j := range f.Rows {
		linked := len(neighbours) > 0 && int(neighbours[0]) == j
		if linked {
			neighbours = neighbours[1:]
		}
		if i == j && !g.Diagonal {
			continue
		}
		p := probability(f, i, j, g.b())
		if linked {
			loss -= math.Log(max(p, 1e-38))
			p--
		} else {
			loss -= math.Log(max(1-p, 1e-38))
		}
		vector.AddScaled(own, float32(p), f.Row(j))
		vector.AddScaled(df.Row(j), float32(p), f.Row(i))
		dBias += p
	}
	return loss, dBias
}
