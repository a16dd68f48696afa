package dpggan

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
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
	return calibrated(s, gdp.Plan{
		Label: "graphs' gradients", Steps: c.Steps, Sampling: gdp.Whole{}, Sensitivity: gdp.L2(2 * c.Clip), Divisor: float64(graphs),
		Basis: gdp.Proof{Doc: "proofs/dpggan.md#one-record", Test: "TestOneGraphMovesTheSumByTwoClips"},
	}, c.CountShare, 1, nil)
}

// run trains one decoder on all graphs and draws a graph for each: [OneRecord].
func (c RecordDecoder) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	type OneRecord RecordDecoder // keys the streams and the journal
	return checkpoint.Once(ctx, s, "dpggan", OneRecord(c), w, func(run *checkpoint.Run) (*Result, error) {
		plan, eps, err := c.paid(run.Session(), len(k.sizes))
		if err != nil {
			return nil, err
		}
		x, noisy, err := trainShared(ctx, run, c.Net, plan, k.edgeCounts("numbers of edges", eps), func([]*graph.Network) (known, error) { return k, nil })
		if err != nil {
			return nil, err
		}
		r, draws := k.result(), run.Stream("graphs")
		for i, m := range k.within(noisy) {
			g, err := x.draw(k.sizes[i], c.Latent, m, draws)
			if err != nil {
				return nil, err
			}
			r.Graphs = append(r.Graphs, g)
		}
		return r, r.guarded(run.Session())
	})
}
