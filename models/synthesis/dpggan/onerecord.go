package dpggan

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/train"
	"github.com/graphdp/graphdp/models/train/allpairs"
	"github.com/graphdp/graphdp/models/train/vector"
)

// OneRecord is DPGVAE with a proof: one decoder for all graphs, whose gradient is clipped once
// for each whole graph, and not by node. Each graph has an encoder, which learns
// without noise and never leaves the run.
type OneRecord struct {
	Net
	Steps      int     // T
	Clip       float64 // C, of a graph's gradient
	CountShare float64 // of ε, for the number of edges of each graph
}

// WholeGraphs returns the paper's widths with a bias, and 300 steps.
func WholeGraphs() OneRecord {
	c := OneRecord{Net: paper(), Steps: 300, Clip: 1, CountShare: 0.3}
	c.Bias, c.Diagonal, c.Rate = true, false, 3e-3
	return c
}

// Check reports a setting that no run can have.
func (c OneRecord) Check() error {
	switch {
	case !(c.Clip > 1e-9 && c.Clip <= 1e6):
		return fmt.Errorf("dpggan: Clip is %v, want a number above 0, and 10⁶ at most", c.Clip)
	case !(c.CountShare > 0 && c.CountShare < 1):
		return fmt.Errorf("dpggan: CountShare is %v, want a share strictly between 0 and 1", c.CountShare)
	}
	if err := checkSteps(c.Steps); err != nil {
		return err
	}
	return c.Net.Check()
}

// paid calibrates the noise of the steps to what the numbers of edges leave of the budget.
func (c OneRecord) paid(s *gdp.Session) (gdp.Plan, gdp.Epsilon, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return gdp.Plan{}, 0, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	share := b.Epsilon * gdp.Epsilon(c.CountShare)
	p := gdp.Plan{
		Label: "graphs' gradients", Steps: c.Steps, Sampling: gdp.Whole{}, Sensitivity: gdp.L2(2 * c.Clip),
		Basis: gdp.Proof{Doc: "proofs/dpggan.md#one-record", Test: "TestOneGraphMovesTheSumByTwoClips"},
	}
	multiplier, err := accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		p.Multiplier = m
		steps, _ := p.Event(s) // nil, and refused, if the multiplier is out of range
		return accounting.Compose{accounting.DiscreteLaplace{Scale: 1 / float64(share), Sensitivity: 1}, steps}
	})
	if err != nil {
		return p, 0, fmt.Errorf("dpggan: %w", err)
	}
	p.Multiplier = multiplier
	return p, share, nil
}

// RunOneRecord trains one decoder on all graphs and draws a graph for each.
func RunOneRecord(ctx context.Context, s *gdp.Session, c OneRecord, w *method.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	k, err := public(s)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		plan, share, err := c.paid(s)
		if err != nil {
			return nil, err
		}
		counts := k.edgeCounts("numbers of edges", share)
		if err := run.Reserve(counts, plan); err != nil {
			return nil, err
		}
		noisy, err := counts.Draw(s)
		if err != nil {
			return nil, err
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		x, err := newShared(c, k, t.Data().Graphs(), run.Stream)
		if err != nil {
			return nil, err
		}
		err = run.Steps(ctx, c.Steps, x.values(), func(int) error {
			if _, err := t.Sample(len(k.sizes)); err != nil {
				return err
			}
			sum, err := x.sum()
			if err != nil {
				return err
			}
			if sum, err = noised(t, sum); err != nil {
				return err
			}
			return x.step(sum)
		})
		if err != nil {
			return nil, err
		}
		r, draws := k.result(), run.Stream("graphs")
		for i, m := range k.within(noisy) {
			f, _ := x.decoder.forward(prior(k.sizes[i], c.Latent, draws))
			g, err := bernoulli(f, biasFor(f, m, draws), draws)
			if err != nil {
				return nil, err
			}
			r.Graphs = append(r.Graphs, g)
		}
		return r, r.guarded(s)
	})
}

// shared is a decoder for all graphs, and an encoder for each.
type shared struct {
	*flock[generator]
	c       OneRecord
	decoder *network
	bias    []float32
	moments [2]*train.Moments[float32]
}

// newShared makes the models of graphs, all with the same decoder and bias.
func newShared(c OneRecord, k known, graphs []*graph.Network, stream func(label string) *rand.Rand) (*shared, error) {
	x := &shared{c: c, decoder: newNetwork(stream("decoder"), c.Latent, c.Inner, c.Width)}
	if c.Bias {
		x.bias = []float32{0}
	}
	x.moments[0] = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(x.decoder.parameters))
	x.moments[1] = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(x.bias))
	var err error
	x.flock, err = newFlock(k, stream, func(i int, rng *rand.Rand) (*generator, error) {
		g, err := newGenerator(graphs[i].Graph, c.Net, 0, rng)
		if err != nil {
			return nil, err
		}
		g.decoder, g.bias = x.decoder, x.bias
		return g, nil
	})
	return x, err
}

// values are what a step changes.
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

// sum adds up the gradients of all graphs by the decoder and the bias, each clipped to norm C,
// and takes the step of every encoder. A graph's encoder reads that graph alone.
func (x *shared) sum() ([]float64, error) {
	gradients := make([][]float32, len(x.models))
	err := x.each(func(i int, g *generator, d *allpairs.Decoder, rng *rand.Rand) error {
		loss, parts := g.gradient(d, rng)
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil // the graph adds nothing: an error would tell of it
		}
		gradients[i] = parts[2]
		if x.c.Bias {
			gradients[i] = append(gradients[i], parts[3]...)
		}
		return g.descend(loss, parts[:2])
	})
	total := newTerms(len(x.decoder.parameters)+len(x.bias), x.c.Clip)
	for _, g := range gradients {
		if g != nil {
			total.add(g)
		}
	}
	return total.value(), err
}

// step takes the decoder's step against a noisy sum.
func (x *shared) step(sum []float64) error {
	gradient := vector.New(1, len(sum)).Data
	for i, v := range sum {
		gradient[i] = float32(v)
	}
	end := len(x.decoder.parameters)
	x.moments[0].Step(x.decoder.parameters, gradient[:end], 1/float64(len(x.models)))
	if x.c.Bias {
		x.moments[1].Step(x.bias, gradient[end:], 1/float64(len(x.models)))
	}
	return nil
}
