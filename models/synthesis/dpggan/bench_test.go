package dpggan

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// cora returns an autoencoder of Cora.
func cora(b *testing.B, c Net) *generator {
	b.Helper()
	d := must.OrSkip(data.Load("cora"))(b, data.ErrNotFound)
	m := newGenerator(d.Graph, c, logit(d.Graph.M(), pairs(d.Graph.N())), random(1))
	return m
}

// One step of GVAE as printed on Cora: a convolutional encoder, sampled codes, a decoder, all pairs
// and Adam.
func BenchmarkGVAE(b *testing.B) {
	m, rng := cora(b, paper()), random(2)
	var d allpairs.Decoder
	for b.Loop() {
		must.Do(b, m.descend(m.gradient(&d, rng)))
	}
}

// A step of GVAE as printed on Cora, and the two of GGAN on a graph of 300 nodes.
func BenchmarkGradient(b *testing.B) {
	b.Run("vae", func(b *testing.B) {
		g, d := cora(b, paper()), new(allpairs.Decoder)
		networktest.Benchmark(b, vaePoint(g), func() { _, _, _ = g.gradient(d, random(2)) })
	})
	p := newPairOfNets(sample(b, 300, 1500), printed(false, 1e-3), 0.1, 0, random(1))
	judging, deceiving := ganPoints(p)
	b.Run("discriminator", func(b *testing.B) {
		networktest.Benchmark(b, judging, func() { p.judgedByKernel(random(2)) })
	})
	b.Run("generator", func(b *testing.B) {
		networktest.Benchmark(b, deceiving, func() { _, _, _ = p.generatorLoss(random(2)) })
	})
}

// wide returns rows whose scores are as spread as a trained decoder's, and the bias for five edges
// per node.
func wide(n int) (vector.Matrix, float64) {
	f := prior(n, 32, random(1))
	for i := range f.Data {
		f.Data[i] *= 0.55
	}
	return f, biasFor(f, 5*n, random(2))
}

// Graphs of five edges per node, each pair with its probability.
func BenchmarkBernoulli(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint("nodes=", n), func(b *testing.B) {
			f, bias := wide(n)
			for b.Loop() {
				g := must.Get(bernoulli(f, bias, random(3)))(b)
				b.ReportMetric(float64(g.M()), "edges")
			}
		})
	}
}

// The same for codes from the prior, with a decoder trained on Cora.
func BenchmarkTrained(b *testing.B) {
	m, rng := cora(b, NonPrivateTuned.Settings.Net), random(2)
	var d allpairs.Decoder
	for range 300 {
		must.Do(b, m.descend(m.gradient(&d, rng)))
	}
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint("nodes=", n), func(b *testing.B) {
			f, _ := m.decoder.forward(prior(n, m.Latent, rng))
			bias := biasFor(f, 5*n, random(3))
			for b.Loop() {
				g := must.Get(bernoulli(f, bias, random(3)))(b)
				b.ReportMetric(float64(g.M()), "edges")
			}
		})
	}
}

// The highest-scoring pairs, five per node.
func BenchmarkHighest(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint("nodes=", n), func(b *testing.B) {
			f, _ := wide(n)
			for b.Loop() {
				g := must.Get(highest(f, 5*n))(b)
				b.ReportMetric(float64(g.M()), "edges")
			}
		})
	}
}
