package dpggan

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 21)) }

// sample returns a graph of n nodes and m edges.
func sample(t testing.TB, n, m int) *graph.Graph {
	t.Helper()
	return must.Get(gen.GNM(n, m, random(uint64(n+m))))(t)
}

// slopes compares a gradient with finite differences of the loss, at eight parameters and at the
// largest entry.
func slopes(t *testing.T, what string, parameters, gradient []float32, loss func() float64) {
	t.Helper()
	slopesBy(t, what, parameters, gradient, 1.0/1024, loss)
}

// slopesBy does so with differences over ±h.
func slopesBy(t *testing.T, what string, parameters, gradient []float32, h float32, loss func() float64) {
	t.Helper()
	size, top := 0.0, 0
	for i, g := range gradient {
		if x := math.Abs(float64(g)); x > size {
			size, top = x, i
		}
	}
	rng := random(9)
	for k := range 9 {
		i := top
		if k > 0 {
			i = rng.IntN(len(parameters))
		}
		was := parameters[i]
		parameters[i] = was + h
		up := loss()
		parameters[i] = was - h
		down := loss()
		parameters[i] = was
		if got, want := float64(gradient[i]), (up-down)/float64(2*h); math.Abs(got-want) > 0.02*size {
			t.Errorf("%s %d: derivative %.5g, and differences say %.5g", what, i, got, want)
		}
	}
}

// The gradients of L_vae by all trained parameters, for graphs whose pairs are listed (up to 40
// nodes) and whose pairs are tiled.
func TestGradientOfGVAE(t *testing.T) {
	for _, n := range []int{9, 45} {
		for _, diagonal := range []bool{false, true} {
			c := NonPrivate.Settings.Net
			c.Hidden, c.Latent, c.Inner, c.Width, c.Diagonal = 6, 3, 4, 5, diagonal
			g := newGenerator(sample(t, n, 2*n), c, -0.5, random(1))
			for l := range 2 {
				_, bias := g.decoder.layer(g.decoder.parameters, l)
				for i := range bias {
					bias[i] = 0.1 * float32(i+1)
				}
			}
			var d allpairs.Decoder
			loss := func() float64 {
				l, _, _ := g.gradient(&d, random(2))
				return l
			}
			_, gradients, _ := g.gradient(&d, random(2))
			for i, part := range g.parts() {
				gradient := append([]float32(nil), gradients[i]...) // the encoder's are overwritten
				slopes(t, []string{"W0", "W1", "decoder", "bias"}[i], part, gradient, loss)
				_, gradients, _ = g.gradient(&d, random(2))
			}
		}
	}
}

// The gradients of the discriminator, and from A' to the decoder's outputs.
func TestGradientOfTheDiscriminator(t *testing.T) {
	const n = 8
	d := newDiscriminator(n, 5, 3, random(3), headWidths...)
	for l := range headWidths {
		_, bias := d.head.layer(d.head.parameters, l)
		for k := range bias {
			bias[k] = 0.2
		}
	}
	f, bias := prior(n, 4, random(4)), []float32{-0.3}
	for _, real := range []bool{true, false} {
		loss := func() float64 {
			l, _ := d.crossEntropy(d.read(soft(f, float64(bias[0]))), real, 1, nil)
			return 3 * l
		}
		fakes := soft(f, float64(bias[0]))
		r, gradient := d.read(fakes), make([]float32, len(d.parameters))
		_, dv := d.crossEntropy(r, real, 3, gradient)
		df, dBias := softGradient(fakes, d.back(r, dv, gradient, true), f)
		slopes(t, "discriminator", d.parameters, gradient, loss)
		slopes(t, "outputs", f.Data, df.Data, loss)
		slopes(t, "bias", bias, []float32{float32(dBias)}, loss)
	}
}

// The discriminator descends λ2 L_gan, the decoder L_rec' - λ2 L_gan, the encoder L_rec' + λ1
// L_prior (G10: signed for minimisation).
func TestGradientOfGGAN(t *testing.T) {
	c := NonPrivateGAN.Settings.Net
	c.Hidden, c.Latent, c.Inner, c.Width = 6, 3, 4, 5
	const weight = 0.7
	p := newPairOfNets(sample(t, 9, 15), c, weight, -0.5, random(5))
	views := func() (real, fake *reading, divergence float64) {
		mean, logs := p.encode(random(6))
		out, _ := p.decoder.forward(p.codes)
		none := vector.New(9, 3)
		return p.discriminator.read(p.real), p.discriminator.read(soft(out, p.b())), allpairs.Divergence(mean, logs, c.Divergence, none, none)
	}
	gan := func() float64 {
		real, fake, _ := views()
		l, _ := p.discriminatorLoss(real, fake)
		return l
	}
	apart := func() (sum, divergence float64) {
		real, fake, divergence := views()
		for k, x := range fake.vector {
			sum += float64(x-real.vector[k]) * float64(x-real.vector[k])
		}
		return sum, divergence
	}
	real, fake, _ := views()
	_, gradient := p.discriminatorLoss(real, fake)
	slopes(t, "discriminator", p.discriminator.parameters, gradient, gan)
	for i, loss := range []func() float64{
		func() float64 { a, kl := apart(); return a + kl },
		func() float64 { a, kl := apart(); return a + kl },
		func() float64 { a, _ := apart(); return a - gan() },
		func() float64 { a, _ := apart(); return a - gan() },
	} {
		_, gradients, _ := p.generatorLoss(random(6))
		slopes(t, []string{"W0", "W1", "decoder", "bias"}[i], p.parts()[i], append([]float32(nil), gradients[i]...), loss)
	}
}
