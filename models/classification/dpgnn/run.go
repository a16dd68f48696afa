package dpgnn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/split"
)

// Result is what a run gives.
type Result struct {
	Model      *Model         `json:"model"`
	Split      split.Nodes    `json:"split"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [Train]
	Multiplier float64        `json:"noise_multiplier,omitempty"`
}

// whyNot is why nothing is proved of a training.
const whyNot = "a node that goes changes the share at which its neighbours' edges are sampled, and with it subgraphs that it is not in, more than K + 1; clips are percentiles of the data's gradients"

// Run trains the network and pays for it as the paper counts.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	r, err := open(s, c.untrained())
	if err != nil {
		return nil, err
	}
	n := len(r.Split.Train)
	claimed := count{n, min(c.Batch, n), min(c.MaxDegree+1, n), c.Steps}
	lambda, err := claimed.multiplier(s.Budget())
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgnn", c, w, func(run *checkpoint.Run) (*Result, error) {
		r.Model.initial(run.Stream("initial weights"))
		plan := gdp.Plan{
			Label: "training", Steps: c.Steps, Sampling: gdp.FixedSize{Population: n, Size: claimed.batch},
			// In units of the clip: [DPGNN21] Lemma 1.
			Sensitivity: gdp.L2(2 * claimed.terms), Multiplier: lambda, Claimed: s.Budget(),
			Basis: gdp.Claim{
				Source:    "[DPGNN21] Theorem 1",
				Statement: "a node is in K + 1 subgraphs at most, and a batch has a hypergeometric number of them",
				Why:       whyNot,
			},
		}
		training, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		f := newFit(c, r.Model, training.Data().Network, r.Split.Train, run.Stream("edges"))
		f.estimate()
		draws, err := training.OnClaim()
		if err != nil {
			return nil, err
		}
		f.noise = draws.Noise
		f.next = func(int) ([]int32, error) { return draws.Sample(n) }
		if err := f.run(ctx, run); err != nil {
			return nil, err
		}
		r.Multiplier = lambda
		return r.guaranteed(run.Session())
	})
}

// Leave is the control: the network as it was drawn.
func Leave(ctx context.Context, s *gdp.Session, c Untrained, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	r, err := open(s, c)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgnn", c, w, func(run *checkpoint.Run) (*Result, error) {
		r.Model.initial(run.Stream("initial weights"))
		return r.guaranteed(run.Session())
	})
}

// open returns an untrained network, by what is public.
func open(s *gdp.Session, c Untrained) (*Result, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.NodeLevel:
		return nil, fmt.Errorf("dpgnn: batches of a fixed size need a public number of nodes; take the relation %v, not %v", gdp.NodeLevel, s.Relation())
	case p.Columns == 0 || !p.Labelled:
		return nil, fmt.Errorf("dpgnn: %w", method.Lacking(p.Columns != 0, p.Labelled))
	}
	return c.result(p.Columns, len(p.Classes), p.Nodes)
}

func (c Untrained) result(columns, classes, n int) (*Result, error) {
	if c.Classes != 0 {
		classes = c.Classes
	}
	if columns < 1 || classes < 2 {
		return nil, fmt.Errorf("dpgnn: nodes with %d features, of %d classes: there is nothing to learn; set Classes where the network does not name them", columns, classes)
	}
	if int64(columns)*int64(c.Latent) > math.MaxInt32 {
		return nil, fmt.Errorf("dpgnn: %d features and a width of %d are too many weights", columns, c.Latent)
	}
	nodes, err := c.Split.Of(n)
	if err != nil {
		return nil, fmt.Errorf("dpgnn: %w", err)
	}
	return &Result{Model: newModel(columns, c.Latent, classes), Split: nodes}, nil
}

func (r *Result) guaranteed(s *gdp.Session) (*Result, error) {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return r, err
}

// Train is the training without clips and noise.
func Train(ctx context.Context, net *graph.Network, c Config, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil {
		return nil, errors.New("dpgnn: no network")
	}
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return nil, fmt.Errorf("dpgnn: %w", err)
	}
	r, err := c.untrained().result(net.Attrs.Cols(), len(net.Classes), net.Graph.N())
	if err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "dpgnn", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		r.Model.initial(run.Stream("initial weights"))
		f := newFit(c, r.Model, net, r.Split.Train, run.Stream("edges"))
		order := run.Stream("batches").Uint64()
		f.next = func(step int) ([]int32, error) {
			var batch []int32
			for _, i := range rand.New(rand.NewPCG(order, uint64(step))).Perm(len(f.nodes))[:f.batch()] {
				batch = append(batch, int32(i))
			}
			return batch, nil
		}
		return r, f.run(ctx, run)
	})
}
