package sage

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// Result is what a run gives.
type Result struct {
	Model      *Model         `json:"model"`
	Split      split.Nodes    `json:"split"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [Train]
	Steps      int            `json:"steps"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
}

func (r *Result) guaranteed(s *gdp.Session) (*Result, error) {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return r, err
}

// task is a plain training that can begin.
type task struct {
	network
	x      perceptron.Rows
	labels []int32
	split  split.Nodes
	known  []int32 // training nodes that have a label
}

// open checks all that can be wrong.
func (c Net) open(x *graph.Attributes, labels []int32, names, k int) (*task, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	n, err := c.network(x.Cols(), names, k)
	if err != nil {
		return nil, err
	}
	t := &task{network: n, x: perceptron.Features(x, c.Unit), labels: labels}
	if t.split, err = c.Split.Of(x.Rows()); err != nil {
		return nil, fmt.Errorf("sage: %w", err)
	}
	if t.known = (perceptron.Data{Labels: labels}).Known(t.split.Train, n.classes); len(t.known) == 0 {
		return nil, fmt.Errorf("sage: no node to learn from has a label")
	}
	f := t.fit(t.known)
	f.Shuffle = rand.New(rand.NewPCG(0, 0))
	defer f.Close()
	if err := f.Open(n.first(f.Shuffle)); err != nil { // what is wrong shows before anything is paid
		return nil, fmt.Errorf("sage: %w", err)
	}
	return t, nil
}

// fit is a training on neighbourhoods of some nodes.
func (n network) fit(records []int32) *perceptron.Fit {
	c := n.c
	return &perceptron.Fit{
		Model: n.model(), Columns: (n.k + 1) * (n.columns + 1), Classes: n.classes, Records: records,
		Batch: c.Batch, Steps: c.Epochs * ((len(records) + c.Batch - 1) / c.Batch),
		Optimiser: train.DefaultAdam(c.Rate), Decay: c.Decay, Backend: c.Backend,
	}
}

// learn trains on lists of neighbours; nil for none.
func (t *task) learn(ctx context.Context, run *checkpoint.Run, rng *rand.Rand, lists [][]int32) (*Result, error) {
	f := t.fit(t.known)
	f.Shuffle = rng
	defer f.Close()
	if err := f.Open(t.first(rng)); err != nil {
		return nil, fmt.Errorf("sage: %w", err)
	}
	d := perceptron.Data{Rows: rows{t.x, lists, t.k}, Labels: t.labels}
	if err := perceptron.Train(ctx, run, perceptron.Stage{Fit: f, Begin: func() (perceptron.Data, error) { return d, nil }}); err != nil {
		return nil, err
	}
	weights, err := f.Weights()
	if err != nil {
		return nil, fmt.Errorf("sage: %w", err)
	}
	m := t.trained(weights)
	m.Neighbours = lists
	return &Result{Model: m, Split: t.split, Steps: f.Steps}, nil
}

// public checks that features and labels are public, and all that can be wrong.
func public(s *gdp.Session, c Net, k int) (*task, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("sage: under the relation %v labels and features are private; take %v, or mode published-ndp", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Labels == nil:
		return nil, fmt.Errorf("sage: %w", method.Lacking(p.Attrs != nil, p.Labels != nil))
	}
	return c.open(p.Attrs, p.Labels, len(p.Classes), k)
}

// Alone runs [Null], which costs nothing at edge level.
func Alone(ctx context.Context, s *gdp.Session, c Net, w *checkpoint.Watch) (*Result, error) {
	t, err := public(s, c, 0)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "sage", c, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := t.learn(ctx, run, run.Stream("training"), nil)
		if err != nil {
			return nil, err
		}
		return r.guaranteed(run.Session())
	})
}

// Train runs [NonPrivate], on the plain network.
func Train(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if net == nil || net.Graph == nil {
		return nil, errors.New("sage: no network")
	}
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return nil, fmt.Errorf("sage: %w", err)
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	t, err := c.Net.open(net.Attrs, net.Labels, len(net.Classes), c.MaxDegree)
	if err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "sage", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		return t.learn(ctx, run, run.Stream("training"), bounded(net.Graph, c.MaxDegree, run.Stream("neighbours").Uint64()))
	})
}
