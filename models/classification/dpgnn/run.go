package dpgnn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Result is the result of a run.
type Result = classification.Result[*Model]

// unproved is the reason why nothing is proved of a training.
const unproved = "removing a node changes how its neighbours' edges are sampled, and so more than K + 1 subgraphs; clipping norms are percentiles of private gradients"

// begin trains the network, paid for by the paper's accounting. Batches of fixed size need a public
// number of nodes.
func (c Config) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	m, err := newModel(d, c.Latent)
	if err != nil {
		return nil, err
	}
	n := len(d.Split.Train)
	claimed := count{n, min(c.Batch, n), min(c.MaxDegree+1, n), c.Steps}
	lambda, err := claimed.multiplier(in.Session().Budget())
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		m.initial(run.Stream("initial weights"))
		plan := gdp.Plan{
			Label: "training", Steps: c.Steps, Sampling: gdp.FixedSize{Population: n, Size: claimed.batch},
			// In units of the clip: [DPGNN21] Lemma 1.
			Sensitivity: gdp.L2(2 * claimed.terms), Multiplier: lambda, Claimed: run.Session().Budget(),
			Basis: gdp.Claim{
				Source:    "[DPGNN21] Theorem 1",
				Statement: "a node is in K + 1 subgraphs at most, and a batch has a hypergeometric number of them",
				Why:       unproved,
			},
		}
		training, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		f := newFit(c, m, training.Data().Network, d.Split.Train, run.Stream("edges"))
		f.estimate()
		draws, err := training.OnClaim()
		if err != nil {
			return nil, err
		}
		f.noise = draws.Noise
		f.next = func(int) ([]int32, error) { return draws.Sample(n) }
		r := &Result{Model: m}
		r.Multiplier = lambda
		return r, f.run(ctx, run)
	}, err
}

// begin returns the network with initial weights.
func (c Untrained) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	m, err := newModel(d, c.Latent)
	return func(_ context.Context, run *checkpoint.Run) (*Result, error) {
		m.initial(run.Stream("initial weights"))
		return &Result{Model: m}, nil
	}, err
}

// plain trains without clipping and noise.
func (c Config) plain(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Public(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	m, err := newModel(d, c.Latent)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		m.initial(run.Stream("initial weights"))
		f := newFit(c, m, d.Network, d.Split.Train, run.Stream("edges"))
		if f.graph, err = m.network().Open(); err != nil {
			return nil, err
		}
		defer f.graph.Close()
		order := run.Stream("batches").Uint64()
		f.next = func(step int) ([]int32, error) {
			var batch []int32
			for _, i := range rand.New(rand.NewPCG(order, uint64(step))).Perm(len(f.nodes))[:f.batch()] {
				batch = append(batch, int32(i))
			}
			return batch, nil
		}
		return &Result{Model: m}, f.run(ctx, run)
	}, err
}

// newModel returns an untrained network for the public dimensions.
func newModel(d *classification.Data, latent int) (*Model, error) {
	if int64(d.Columns)*int64(latent) > math.MaxInt32 {
		return nil, fmt.Errorf("%d features and width %d need too many weights: use a smaller Latent", d.Columns, latent)
	}
	return modelOf(d.Columns, latent, d.Classes), nil
}
