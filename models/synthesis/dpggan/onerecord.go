package dpggan

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// RecordDecoder is DPGVAE with a proof: one decoder for all graphs, whose gradient is clipped once
// for each whole graph, and not by node. Each graph has an encoder, which learns
// without noise and never leaves the run.
type RecordDecoder struct {
	Net
	Steps      int     `range:"[1,2^24]"`   // T
	Clip       float64 `range:"(1e-9,1e6]"` // C, of a graph's gradient
	CountShare float64 `range:"(0,1)"`      // of ε, for the number of edges of each graph
}

// paid calibrates the noise of the steps to what the numbers of edges leave of the budget.
func (c RecordDecoder) paid(s *gdp.Session, graphs int) (gdp.Plan, gdp.Epsilon, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return gdp.Plan{}, 0, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	share := b.Epsilon * gdp.Epsilon(c.CountShare)
	p := gdp.Plan{
		Label: "graphs' gradients", Steps: c.Steps, Sampling: gdp.Whole{}, Sensitivity: gdp.L2(2 * c.Clip), Divisor: float64(graphs),
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

// run trains one decoder on all graphs and draws a graph for each: [OneRecord].
func (c RecordDecoder) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	type OneRecord RecordDecoder // keys the streams and the journal
	return checkpoint.Once(ctx, s, "dpggan", OneRecord(c), w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		plan, share, err := c.paid(s, len(k.sizes))
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
		x, err := newShared(c.Net, k, t.Data().Graphs(), run.Stream)
		if err != nil {
			return nil, err
		}
		err = run.Steps(ctx, c.Steps, x.values(), func(int) error { return x.step(t) })
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
