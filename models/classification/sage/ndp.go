package sage

import (
	"context"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// unproved is the reason why nothing is proved of [PublishedNDP].
const unproved = "a node's edges decide which edges other nodes keep, and its own sum has one row per neighbour"

// neighbourhoods is the paper's bound on the change by one node.
var neighbourhoods = gdp.Claim{
	Source: "[GAP23]", Statement: "a node is in its own neighbourhood and in those of at most K others",
	Why: "with its edges gone, edges that were turned down for them are kept: neighbourhoods far away change",
}

// begin spends the session's budget on a training with noisy gradients, and on the sums for
// predictions.
func (c ByNode) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		return c.learn(ctx, run, network{c.net(), d.Columns, d.Classes, c.MaxDegree}, d.Split.Train)
	}, aggregate.Size(d.Nodes)
}

func (c ByNode) learn(ctx context.Context, run *checkpoint.Run, n network, records []int32) (*Result, error) {
	s := run.Session()
	seed := run.Stream("neighbours").Uint64()
	f := n.fit(records)
	f.Clip = c.Clip
	defer f.Close()
	if err := f.Open(n.first(run.Stream("initial weights"))); err != nil {
		return nil, err
	}
	// Removing a node removes its term and changes those of K others.
	plan := f.Plan("training")
	plan.Sampling, plan.Basis = gdp.PoissonShared{Rate: f.Rate(), Others: c.MaxDegree, Share: 2}, neighbourhoods
	// Both have noise of the same multiple of their claimed bounds, 2(K+1)C and √K.
	plan.Multiplier = 2 * float64(c.MaxDegree+1)
	multiplier, err := aggregate.Multiplier(s, 1, plan)
	if err != nil {
		return nil, err
	}
	plan.Multiplier *= multiplier
	sums := func(m *Model) gdp.Release[[]float64] {
		basis := gdp.Claim{
			Source: "[GAP23]", Statement: "where a node's row is in at most K sums, the node moves all sums together by at most √K", Why: aggregate.UnboundedRows,
		}
		q := gdp.Query("sums of sampled neighbours' rows", gdp.NodeUnbounded, gdp.L2(math.Sqrt(float64(c.MaxDegree))), basis, func(d *gdp.Data) ([]float64, error) {
			x := perceptron.Features(d.Network.Attrs, n.c.Unit)
			rows := make([]float64, 0, d.Network.Attrs.Rows()*n.c.Hidden)
			for u := range int32(d.Network.Attrs.Rows()) {
				rows = append(rows, m.base(x, u)...)
			}
			return aggregate.Unit(n.c.Hidden, rows).Over(bounded(d.Network.Graph, c.MaxDegree, seed)), nil
		}).OnNodes(s.Public().Nodes)
		return gdp.NewGaussianMultiplier("sums", q, multiplier)
	}
	if err := run.Reserve(plan, sums(nil)); err != nil {
		return nil, err
	}
	training, err := f.Pay(run, plan)
	if err != nil {
		return nil, err
	}
	weights, err := f.Train(ctx, run, func() (perceptron.Data, error) {
		private := training.Data().Network
		lists := bounded(private.Graph, c.MaxDegree, seed)
		return perceptron.Data{Rows: rows{perceptron.Features(private.Attrs, n.c.Unit), lists, n.k}, Labels: private.Labels}, nil
	})
	if err != nil {
		return nil, err
	}
	m := n.trained(weights)
	released, err := sums(m).Draw(s)
	if err != nil {
		return nil, err
	}
	m.Sums = aggregate.Float32s(released)
	r := &Result{Model: m}
	r.Steps, r.Multiplier = plan.Steps, multiplier
	return r, nil
}
