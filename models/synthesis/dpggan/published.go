package dpggan

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// EdgeRule determines how scores become a graph.
type EdgeRule int

const (
	// SampledEdges draws each pair with its probability, as in Eq. 2.
	SampledEdges EdgeRule = iota + 1
	// TrueEdges keeps the highest-scoring pairs, as many as the graph has edges, like the authors'
	// code. The edge count is released without noise (G8).
	TrueEdges
)

// String returns the name of the rule.
func (r EdgeRule) String() string {
	switch r {
	case SampledEdges:
		return "SampledEdges"
	case TrueEdges:
		return "TrueEdges"
	}
	return fmt.Sprintf("edge rule %d", int(r))
}

// DPGVAE is the paper's private autoencoder: GVAE whose decoder trains on noisy gradients.
type DPGVAE struct {
	Net
	Noisy
	Steps    int `range:"[1,2^24]"` // most steps, if Eq. 6 allows more
	EdgeRule EdgeRule
}

// DPGGAN is the paper's private GAN: [Adversarial] whose discriminator trains on noisy gradients.
type DPGGAN struct {
	Net
	Noisy
	Steps     int     `range:"[1,2^24]"` // most steps, if Eq. 6 allows more
	Adversary float64 `range:"[0,1e6]"`  // λ2
	EdgeRule  EdgeRule
}

// Check refuses settings out of range, and Diagonal.
func (c DPGGAN) Check() error { return cmp.Or(ranges.Check("dpggan", c), c.checkWhole()) }

// run runs DPGVAE: [PublishedVAE].
func (c DPGVAE) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	plan, err := c.plan(s, c.Steps, unproved)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		return claimed(ctx, run, k, plan, c.Noisy, c.EdgeRule,
			func(g *graph.Graph, rng *rand.Rand) *generator {
				return newGenerator(g, c.Net, logit(1, 2), rng) // no bias, or an initial bias of 0
			},
			func(m *generator) *generator { return m },
			func(m *generator, g *graph.Graph, nodes []int32, clip float64, rng *rand.Rand) ([]float32, func([]float32) error, error) {
				return m.rows(g, nodes, clip, rng)
			})
	})
}

// run runs DPGGAN: [Published].
func (c DPGGAN) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	if err := k.dense(); err != nil {
		return nil, err
	}
	plan, err := c.plan(s, c.Steps, "the losses are of the whole graph, and no node's gradient bounds an edge's part in them (G7); "+unproved)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		return claimed(ctx, run, k, plan, c.Noisy, c.EdgeRule,
			func(g *graph.Graph, rng *rand.Rand) *pairOfNets { return newPairOfNets(g, c.Net, c.Adversary, 0, rng) },
			func(m *pairOfNets) *generator { return m.generator },
			func(m *pairOfNets, _ *graph.Graph, nodes []int32, clip float64, rng *rand.Rand) ([]float32, func([]float32) error, error) {
				return m.shares(nodes, clip, rng)
			})
	})
}

// claimed trains a model for each graph on noisy gradients and draws a graph from each. step
// returns the sum of clipped gradients over a batch of nodes, and a function that applies it once
// it has noise. An empty batch changes nothing.
func claimed[M any](ctx context.Context, run *checkpoint.Run, k known, plan gdp.Plan, c Noisy, rule EdgeRule,
	model func(g *graph.Graph, rng *rand.Rand) *M, of func(m *M) *generator,
	step func(m *M, g *graph.Graph, nodes []int32, clip float64, rng *rand.Rand) ([]float32, func([]float32) error, error)) (*Result, error) {
	t, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	draws, err := t.OnClaim()
	if err != nil {
		return nil, err
	}
	graphs := lists.Map(t.Data().Graphs(), func(w *graph.Network) *graph.Graph { return w.Graph.Undirected() })
	f, err := newEnsemble(k, run.Stream, func(i int, rng *rand.Rand) (*M, error) { return model(graphs[i], rng), nil })
	if err != nil {
		return nil, err
	}
	err = run.Steps(ctx, plan.Steps, f.values(), func(i int) error {
		sample, err := draws.Sample(k.nodes())
		if err != nil {
			return err
		}
		batches, share := k.batches(sample), math.Pow(c.Decay, float64(i))
		all, after := make([][]float32, len(f.models)), make([]func([]float32) error, len(f.models))
		err = f.each(func(i int, m *M, _ *allpairs.Decoder, rng *rand.Rand) (err error) {
			if nodes := batches[i]; nodes != nil {
				all[i], after[i], err = step(m, graphs[i], nodes, share*c.Clip, rng)
			}
			return err
		})
		if err != nil {
			return err
		}
		var sums [][]float32
		var counts []int
		for i, sum := range all {
			if sum != nil {
				sums, counts = append(sums, sum), append(counts, len(batches[i]))
			}
		}
		if err := distorted(draws, share, sums, counts); err != nil {
			return err
		}
		return f.each(func(i int, _ *M, _ *allpairs.Decoder, _ *rand.Rand) error {
			if all[i] == nil {
				return nil
			}
			return after[i](all[i])
		})
	})
	if err != nil {
		return nil, err
	}
	r := k.result()
	if rule == TrueEdges {
		if _, err := run.Session().ReadOnClaim("numbers of edges", gdp.Claim{
			Source: "the authors' code", Statement: "the number of edges of every graph is public", Why: "each graph is released with exactly as many edges as it has (G8)",
		}); err != nil {
			return nil, err
		}
	}
	r.Graphs, err = f.decode(func(i int, m *M, rng *rand.Rand) (*graph.Graph, error) {
		rows, bias := of(m).draw(false, rng)
		if rule == TrueEdges {
			return highest(rows, graphs[i].M())
		}
		return bernoulli(rows, bias, rng)
	})
	if err != nil {
		return nil, err
	}
	return r, r.guarded(run.Session())
}

// rows returns the sum of the decoder's clipped gradients over some nodes' losses. It also takes
// the encoder's step on these losses, without noise.
func (g *generator) rows(of *graph.Graph, nodes []int32, clip float64, rng *rand.Rand) ([]float32, func([]float32) error, error) {
	sum, loss, encoder, err := g.batchGradient(of, nodes, clip, rng)
	if err := g.descend(loss, encoder, err); err != nil {
		return nil, nil, err
	}
	return sum, func(noisy []float32) error { // the decoder's step
		end := len(g.decoder.parameters)
		g.moments[2].Step(g.decoder.parameters, noisy[:end], 1)
		if g.Bias {
			g.moments[3].Step(g.bias, noisy[end:], 1)
		}
		return nil
	}, nil
}

// batchGradient returns the loss of some nodes, the sum of the decoder's clipped gradients, and the
// encoder's gradients.
func (g *generator) batchGradient(of *graph.Graph, nodes []int32, clip float64, rng *rand.Rand) (sum []float32, loss float64, encoder [][]float32, err error) {
	sum = make([]float32, len(g.decoder.parameters)+len(g.bias)) // of parameters with noisy gradients
	if g.batch.open(func() (train.Network, []any) { return g.network(declared.ofNode) }) {
		encoder = [][]float32{make([]float32, len(g.encoder.W0.Data)), make([]float32, len(g.encoder.W1.Data))}
		normal := matrix(prior(g.nodes, g.Latent, rng))
		for _, i := range nodes {
			l, gradients, err := g.batch.run(g.trained(), normal, ones(g.nodes, i), ones(g.nodes, of.Neighbors(i)...))
			if err != nil {
				return nil, 0, nil, err
			}
			loss += l
			clipped(sum, slices.Concat(gradients[2:]...), clip)
			for k, d := range encoder {
				vector.AddScaled(d, 1, gradients[k])
			}
		}
		return sum, loss, encoder, nil
	}
	mean, logSigma := g.encode(rng)
	f, way := g.decoder.forward(g.codes)
	dCodes := vector.New(g.nodes, g.Latent)
	for _, i := range nodes {
		df, own := vector.New(f.Rows, f.Cols), make([]float32, len(sum))
		l, dBias := g.row(int(i), of.Neighbors(i), f, df)
		dz := g.decoder.backward(way, df, own[:len(g.decoder.parameters)])
		if g.Bias {
			own[len(own)-1] = float32(dBias)
		}
		clipped(sum, own, clip)
		vector.AddScaled(dCodes.Data, 1, dz.Data)
		loss += l
	}
	// L_prior is a sum over all nodes; take the batch's share.
	divergence, d0, d1 := g.backward(mean, logSigma, dCodes, float64(len(nodes))/float64(g.nodes))
	return sum, loss + divergence, [][]float32{d0.Data, d1.Data}, nil
}

// shares returns the sum of the discriminator's clipped gradients over some nodes' parts of λ2
// L_gan. After the noise, encoder and decoder take their steps without noise.
func (p *pairOfNets) shares(nodes []int32, clip float64, rng *rand.Rand) ([]float32, func([]float32) error, error) {
	own, err := p.nodeGradients(nodes, rng)
	if err != nil {
		return nil, nil, err
	}
	sum := make([]float32, len(p.discriminator.parameters))
	for _, x := range own {
		clipped(sum, x, clip)
	}
	return sum, func(noisy []float32) error {
		p.own.Step(p.discriminator.parameters, noisy, 1)
		return p.descend(p.generatorLoss(rng))
	}, nil
}

// nodeGradients returns, for each listed node, the discriminator's gradient of its part of λ2
// L_gan.
func (p *pairOfNets) nodeGradients(nodes []int32, rng *rand.Rand) ([][]float32, error) {
	own := make([][]float32, len(nodes))
	if p.judges() {
		normal := matrix(prior(p.nodes, p.Latent, rng))
		for k, i := range nodes {
			loss, gradients, err := p.judging.run(p.weights(), normal, ones(p.nodes, i), 1/float32(p.nodes))
			if err := cmp.Or(err, checkLoss(loss, p.Rate)); err != nil {
				return nil, err
			}
			own[k] = gradients[0]
		}
		return own, nil
	}
	p.encode(rng)
	f, _ := p.decoder.forward(p.codes)
	for k := range own {
		own[k] = make([]float32, len(p.discriminator.parameters))
	}
	for _, side := range []struct {
		of   vector.Matrix
		real bool
	}{{p.real, true}, {soft(f, p.b()), false}} {
		r, whole := p.discriminator.read(side.of), make([]float32, len(p.discriminator.parameters))
		loss, dv := p.discriminator.crossEntropy(r, side.real, p.adversary, whole)
		if err := checkLoss(loss, p.Rate); err != nil {
			return nil, err
		}
		p.discriminator.parts(r, nodes, dv, side.real, own)
		for k := range own {
			vector.AddScaled(own[k], 1/float32(p.nodes), whole) // f' acts after the sum over nodes
		}
	}
	return own, nil
}

// parts adds to own[k] the gradient of the parameters of g' for the part of nodes[k] in the sum.
// Over all nodes these add up to the gradient of [discriminator.back]. If S is sparse, its zeros
// are skipped.
func (d *discriminator) parts(r *reading, nodes []int32, dv []float32, sparse bool, own [][]float32) {
	du, dh, dw := make([]float32, d.hidden), make([]vector.Matrix, len(nodes)), make([]vector.Matrix, len(nodes))
	for k := range du {
		du[k] = vector.Dot(d.w1.Row(k), dv)
	}
	for k, i := range nodes {
		sum := make([]float32, d.hidden)
		dh[k], dw[k] = vector.New(d.nodes, d.hidden), vector.Dense(own[k][:len(d.w0.Data)], d.hidden)
		for j, x := range r.s.Row(int(i)) {
			if x != 0 {
				vector.AddScaled(sum, x, r.h.Row(j))
				vector.AddScaled(dh[k].Row(j), x, du)
			}
		}
		vector.Rectified(r.h.Data, dh[k].Data)
		second := vector.Dense(own[k][len(d.w0.Data):len(d.w0.Data)+len(d.w1.Data)], d.width)
		for l, x := range sum {
			vector.AddScaled(second.Row(l), x, dv)
		}
	}
	parallel.Blocks(d.nodes, 64, func(_, lo, hi int) {
		if !sparse {
			for k := range own {
				vector.AddProduct(dw[k].RowsOf(lo, hi), r.s.RowsOf(lo, hi), dh[k])
			}
			return
		}
		for u := lo; u < hi; u++ {
			for j, x := range r.s.Row(u) {
				if x == 0 {
					continue
				}
				for k := range own {
					vector.AddScaled(dw[k].Row(u), x, dh[k].Row(j))
				}
			}
		}
	})
}
