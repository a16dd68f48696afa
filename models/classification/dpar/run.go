package dpar

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric/ppr"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/split"
)

// Result is the result of a run.
type Result struct {
	Model    *Model    `json:"model,omitempty"`    // nil for [Summed] and [Counted]
	Mixed    *Mixed    `json:"mixed,omitempty"`    // of [Summed]
	Constant *Constant `json:"constant,omitempty"` // of [Counted]
	Nodes    int       `json:"nodes"`              // number of training nodes used
	// Amplified is the ε of [DPAR24] under the correct subsampling rule, with all other claims
	// taken as given; 0 for other modes.
	Amplified float64 `json:"amplified,omitempty"`
	classification.Common
}

func (c Paper) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return begin(in, c.Net, c.Prediction, c.Split, func(ctx context.Context, run *checkpoint.Run, r *Result) error { return r.paper(ctx, run, c) })
}

func (c Shared) begin(in *classification.Input) (classification.Fit[*Result], error) {
	return begin(in, c.Net, c.Prediction, c.Split, func(ctx context.Context, run *checkpoint.Run, r *Result) error { return r.shared(ctx, run, c) })
}

// begin trains a classifier on the session's data, paid for by the session's budget.
func begin(in *classification.Input, net Net, p Prediction, division split.Config, train func(ctx context.Context, run *checkpoint.Run, r *Result) error) (classification.Fit[*Result], error) {
	d, err := in.Undivided(net.Classes)
	if err != nil {
		return nil, err
	}
	if _, err := in.Gaussian(); err != nil {
		return nil, err
	}
	in.InTheClear(p.inTheClear())
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		nodes, err := division.Within(run.Session())
		if err != nil {
			return nil, err
		}
		r := newResult(d, net, p, nodes)
		r.Model.initial(run.Stream("initial weights"))
		return r, train(ctx, run, r)
	}, d.Featured()
}

// newResult returns a result with an untrained model.
func newResult(d *classification.Data, c Net, p Prediction, nodes split.Nodes) *Result {
	r := &Result{Model: &Model{
		Columns: d.Columns, Hidden: c.Hidden, Classes: d.Classes, Unit: c.Unit,
		mixing: p.among(d.Nodes, nodes),
	}}
	r.Split = nodes
	return r
}

// halves splits a budget into a share for the rows and the rest for training.
func halves(b gdp.Budget, share float64) (rows, training gdp.Budget) {
	rows = gdp.Budget{Epsilon: b.Epsilon * gdp.Epsilon(share), Delta: b.Delta * gdp.Delta(share)}
	return rows, gdp.Budget{Epsilon: b.Epsilon - rows.Epsilon, Delta: b.Delta - rows.Delta}
}

// paper runs [DPAR24]: rows of the first nodes of a subsample, then Algorithm 2.
func (r *Result) paper(ctx context.Context, run *checkpoint.Run, c Paper) error {
	s := run.Session()
	rng := run.Stream("subsample")
	nodes := subsample(rng, r.Split.Train, c.Subsample)
	p := paperRun{Paper: c, session: s, nodes: nodes, roots: min(c.Roots, len(nodes)), rng: run.Stream("random rows")}
	forRows, forTraining := halves(s.Budget(), c.RowShare)
	draw, err := p.rows(forRows)
	if err != nil {
		return err
	}
	plan, err := p.plan(forTraining)
	if err != nil {
		return err
	}
	if _, err := plan.Event(s); err != nil { // before anything is paid for
		return err
	}
	m, err := draw()
	if err != nil {
		return err
	}
	if c.Author {
		m = m.identity(len(nodes))
	}
	m.boundColumns(len(nodes), c.ColumnBound, c.Author)
	training, err := run.Train(plan)
	if err != nil {
		return err
	}
	net := training.Data().Network
	r.Nodes, r.Steps, r.Rate, r.Multiplier = len(nodes), plan.Steps, c.rate(len(m)), plan.Multiplier
	if r.Amplified, err = amplified(s.Budget(), c.Subsample); err != nil {
		return err
	}
	f := r.fit(c.Net, c.Author)
	var batches func(step int) []int32
	if c.Author {
		batches = fixed(rng.Perm(len(m)), c.Batch)
	}
	f.private(training, len(m), batches, r.Model.roots(net, m, nodes))
	return f.run(ctx, run)
}

// fit returns a training, with sum still to be set.
func (r *Result) fit(c Net, adam bool) *fit {
	f := &fit{model: r.Model, steps: r.Steps, rate: c.Rate}
	if adam {
		f.adam = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(r.Model.Weights))
	}
	return f
}

// Proofs that a step of [Shared] has the distribution of its plan.
var (
	sharedProof = gdp.Proof{Doc: "proofs/dpar.md#one-node-of-many-pairs", Test: "TestOneNodeMovesItsPairs"}
	rootsProof  = gdp.Proof{Doc: "proofs/dpar.md#one-node-of-many-roots", Test: "TestOneNodeMovesItsRoots"}
)

// shared runs STRICT-A or STRICT-B.
func (r *Result) shared(ctx context.Context, run *checkpoint.Run, c Shared) error {
	s, nodes := run.Session(), r.Split.Train
	r.Nodes, r.Steps, r.Rate = len(nodes), c.steps(len(nodes)), c.rate(len(nodes))
	plan := c.plan(len(nodes))
	forRows, forTraining := halves(s.Budget(), c.RowShare)
	rows, err := c.rows(s, nodes, min(c.Roots, len(nodes)), min(c.Keep, len(nodes)), forRows)
	if err != nil {
		return err
	}
	if plan, err = plan.Calibrate(s, forTraining); err != nil {
		return err
	}
	if err := run.Reserve(rows, plan); err != nil {
		return err
	}
	chosen, err := rows.Draw(s)
	if err != nil {
		return err
	}
	m := c.mixing(chosen, len(nodes))
	return r.clipped(ctx, run, c.Net, plan, func(net *graph.Network) terms { return c.terms(r.Model, net, m, nodes) })
}

// plan returns the plan of the steps on n nodes, without noise.
func (c Shared) plan(n int) gdp.Plan {
	rate := c.rate(n)
	return gdp.Plan{
		Label: "training", Steps: c.steps(n), Sampling: c.sampling(rate, min(c.Keep, n)),
		Sensitivity: gdp.L2(c.Clip), Divisor: rate * float64(n), Basis: c.proof(),
	}
}

// terms returns the contributions of roots, mixed by m.
func (c Shared) terms(model *Model, net *graph.Network, m matrix, nodes []int32) terms {
	if c.ByRoot {
		return model.roots(net, m, nodes)
	}
	return model.pairs(net, nodes, func(i int32) ([]int32, []float64) { return m[i].Nodes, m[i].Values })
}

func (c Shared) proof() gdp.Proof {
	if c.ByRoot {
		return rootsProof
	}
	return sharedProof
}

// sampling returns the distribution of a step on rows of keep entries.
func (c Shared) sampling(rate float64, keep int) gdp.PoissonShared {
	if c.ByRoot { // even a small weight can change the whole gradient
		return gdp.PoissonShared{Rate: rate, Others: c.Others, Share: 1, Replaced: true}
	}
	return gdp.PoissonShared{Rate: rate, Others: c.Others, Share: 1 / float64(keep)}
}

// mixing returns rows with equal weights on the chosen places. Each place is in at most Others rows
// besides its own.
func (c Shared) mixing(chosen [][]int32, n int) matrix {
	var m matrix
	for _, places := range chosen {
		m = append(m, equal(places))
	}
	m = m.identity(n)
	m.limitColumns(n, c.Others)
	return m
}

// entriesProof is the proof of the bound on the change of a clipped row's entry.
var entriesProof = gdp.Proof{Doc: "proofs/dpar.md#rows", Test: "TestEntriesStayInTheirInterval"}

// rows returns the release of the index sets of the first roots, at a cost of at most b.
func (c Shared) rows(s *gdp.Session, nodes []int32, roots, keep int, b gdp.Budget) (gdp.Release[[][]int32], error) {
	a := rootRows{c.Walk, nodes, roots}
	name := fmt.Sprintf("rows %+v of %d roots among %d nodes, entries %g", c.Walk, roots, len(nodes), c.EntryClip)
	q := gdp.SparseQuery(name, gdp.NodeUnbounded, gdp.LInf(c.EntryClip), entriesProof, roots, len(nodes), func(d *gdp.Data) ([]gdp.Entries, error) {
		return a.clipped(d.Network.Graph, c.EntryClip)
	})
	eps, err := choices(s, roots*keep, b)
	return gdp.NewNoisyMaxRows("rows", q, keep, eps), err
}

// clipped pays for the plan and trains on the terms of the network.
func (r *Result) clipped(ctx context.Context, run *checkpoint.Run, c Net, plan gdp.Plan, of func(net *graph.Network) terms) error {
	training, err := run.Train(plan)
	if err != nil {
		return err
	}
	r.Multiplier = plan.Multiplier
	f := r.fit(c, true)
	f.private(training, len(r.Split.Train), nil, of(training.Data().Network))
	return f.run(ctx, run)
}

// begin trains the classifier without privacy, on exact rows of all training nodes, truncated to
// the configured number of entries.
func (c Unprotected) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Whole(c.Classes)
	if err != nil {
		return nil, err
	}
	if err := d.Featured(); err != nil {
		return nil, err
	}
	nodes, err := c.Split.On(d.Graph)
	return func(ctx context.Context, run *checkpoint.Run) (*Result, error) {
		r := newResult(d, c.Net, c.Prediction, nodes)
		r.Nodes, r.Steps, r.Rate = len(nodes.Train), c.steps(len(nodes.Train)), c.rate(len(nodes.Train))
		m, net, n := r.Model, d.Network, len(nodes.Train)
		m.initial(run.Stream("initial weights"))
		rows, err := rootRows{c.Walk, nodes.Train, n}.of(net.Graph)
		if err != nil {
			return nil, err
		}
		mixing := make(matrix, n)
		for i, row := range rows {
			if mixing[i] = row.Top(c.Keep); len(row.Nodes) == 0 { // of a hub
				mixing[i] = ppr.Row{Nodes: []int32{int32(i)}, Values: []float64{1}}
			}
		}
		if c.ColumnBound > 0 {
			mixing.boundColumns(n, c.ColumnBound, false)
		}
		f := r.fit(c.Net, true)
		f.decay, f.divisor = c.Decay, r.Rate*float64(n)
		next, values := shuffled(run.Stream("order"), n, c.Batch)
		f.values = values
		sum, total := newUnclipped(m, net.Attrs), make([]float32, len(m.Weights))
		graph, err := m.network().Open()
		if err != nil {
			return nil, err
		}
		defer graph.Close()
		f.sum = func(step int) ([]float32, error) {
			var examples []example
			for _, i := range next(step) {
				if e, ok := m.root(net, mixing, nodes.Train, i); ok {
					examples = append(examples, e)
				}
			}
			if graph != nil {
				_, err := graph.Gradient(m.layers(m.Weights), m.layers(total), c.batch(n).inputs(m, net.Attrs, examples)...)
				return total, err
			}
			for _, e := range examples {
				sum.add(e)
			}
			sum.take(total)
			return total, nil
		}
		return r, f.run(ctx, run)
	}, err
}

// subsample samples a share of the nodes without replacement.
func subsample(rng *rand.Rand, nodes []int32, share float64) []int32 {
	n := int(math.Ceil(share * float64(len(nodes))))
	list := make([]int32, n)
	for i, at := range rng.Perm(len(nodes))[:n] {
		list[i] = nodes[at]
	}
	return list
}
