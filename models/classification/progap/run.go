package progap

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/aggregate"
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
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"`        // nil for [Train]
	Multiplier float64        `json:"noise_multiplier,omitempty"` // of each stage's sums
}

func (r *Result) guaranteed(s *gdp.Session) (*Result, error) {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return r, err
}

// Run runs [Published].
func Run(ctx context.Context, s *gdp.Session, c ByArc, w *checkpoint.Watch) (*Result, error) {
	return edgePrivate(ctx, s, c, c.Layers, c.Depth, w, func(r aggregate.Rows, name string, n int) gdp.Bounded[gdp.L2] {
		return r.ByArc(name, n, "[PROGAP24]")
	})
}

// RunStrict runs [Strict].
func RunStrict(ctx context.Context, s *gdp.Session, c ByEdge, w *checkpoint.Watch) (*Result, error) {
	return edgePrivate(ctx, s, c, c.Layers, c.Depth, w, aggregate.Rows.Query)
}

// Alone runs [Null], which costs nothing.
func Alone(ctx context.Context, s *gdp.Session, c Layers, w *checkpoint.Watch) (*Result, error) {
	t, err := public(s, c, 0)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "progap", c, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := t.learn(ctx, run, nil, nil)
		if err != nil {
			return nil, err
		}
		return r.guaranteed(run.Session())
	})
}

// edgePrivate spends the session's budget on the sums of all stages. What is summed is a
// function of the configuration, of what is public, and of the sums before: so that the
// stage alone names it. Run again with the same configuration on the same journal, it returns
// the kept release at no cost.
func edgePrivate(ctx context.Context, s *gdp.Session, config interface{ Check() error }, c Layers, depth int, w *checkpoint.Watch,
	query func(r aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2]) (*Result, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	t, err := public(s, c, depth)
	if err != nil {
		return nil, err
	}
	multiplier, err := aggregate.Multiplier(s, depth)
	if err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	return checkpoint.Once(ctx, s, "progap", config, w, func(run *checkpoint.Run) (*Result, error) {
		sums := func(stage int, r aggregate.Rows) gdp.Release[[]float64] {
			q := query(r, fmt.Sprintf("sums of neighbours' rows, stage %d of %d", stage, depth), t.x.Rows())
			return gdp.NewGaussianMultiplier(fmt.Sprintf("stage %d", stage), q, multiplier)
		}
		var spends []gdp.Spend
		for i := range depth {
			spends = append(spends, sums(i+1, aggregate.Rows{}))
		}
		pay := func() error { return run.Reserve(spends...) }
		r, err := t.learn(ctx, run, pay, func(stage int, r aggregate.Rows) ([]float64, error) { return sums(stage, r).Draw(run.Session()) })
		if err != nil {
			return nil, err
		}
		r.Multiplier = multiplier
		return r.guaranteed(run.Session())
	})
}

// Train runs [NonPrivate], on the plain network.
func Train(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if net == nil || net.Graph == nil {
		return nil, errors.New("progap: no network")
	}
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	t, err := c.Layers.open(net.Attrs, net.Labels, len(net.Classes), c.Depth)
	if err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "progap", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		g := net.Graph.Undirected()
		free := func() error { return nil }
		return t.learn(ctx, run, free, func(_ int, r aggregate.Rows) ([]float64, error) { return r.Sum(g), nil })
	})
}

// task is a run that can begin.
type task struct {
	c      Layers
	x      *graph.Attributes
	labels []int32
	nets   []perceptron.Net
	split  split.Nodes
	known  []int32 // training nodes that have a label
}

// public checks that features and labels are public, and all that can be wrong.
func public(s *gdp.Session, c Layers, depth int) (*task, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("progap: under the relation %v labels and features are private; take %v, or mode published-ndp", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Labels == nil:
		return nil, fmt.Errorf("progap: %w", method.Lacking(p.Attrs != nil, p.Labels != nil))
	}
	return c.open(p.Attrs, p.Labels, len(p.Classes), depth)
}

func (c Layers) open(x *graph.Attributes, labels []int32, names, depth int) (*task, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := aggregate.Size(x.Rows()); err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	t := &task{c: c, x: x, labels: labels}
	var err error
	if t.nets, err = c.stages(x.Cols(), names, depth); err != nil {
		return nil, err
	}
	if t.split, err = c.Split.Of(x.Rows()); err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	if t.known = (perceptron.Data{Labels: labels}).Known(t.split.Train, t.nets[0].Classes()); len(t.known) == 0 {
		return nil, fmt.Errorf("progap: no node to learn from has a label")
	}
	// What is wrong with the settings shows here, before anything is paid.
	last := t.fit(depth)
	defer last.Close()
	if err := last.Open(t.nets[depth].First(rand.New(rand.NewPCG(c.Start, 0)))); err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	return t, nil
}

// fit is the training of a stage.
func (t *task) fit(stage int) *perceptron.Fit {
	n := t.nets[stage]
	return &perceptron.Fit{
		Model: n.Model(), Columns: t.x.Cols() + stage*t.c.Hidden, Classes: n.Classes(), Records: t.known, Steps: t.c.Epochs,
		Optimiser: train.DefaultAdam(t.c.Rate), Decay: t.c.Decay, Backend: t.c.Backend,
	}
}

// learn grows the network. No more than the sums reads an edge, and they are paid for when
// the first stage has come to an end, which is taken again where a run continues.
func (t *task) learn(ctx context.Context, run *checkpoint.Run, pay func() error, sum func(stage int, r aggregate.Rows) ([]float64, error)) (*Result, error) {
	x, rng := perceptron.Features(t.x, t.c.Unit), rand.New(rand.NewPCG(t.c.Start, 0))
	g := &growth{
		c: t.c, nets: t.nets, known: t.known,
		x: func() perceptron.Rows { return x }, labels: func() []int32 { return t.labels },
		sum: func(stage int, embed func(x perceptron.Rows) (aggregate.Rows, error)) ([]float64, error) {
			r, err := embed(x)
			if err != nil {
				return nil, err
			}
			return sum(stage, r)
		},
	}
	for i, n := range t.nets {
		f := t.fit(i)
		defer f.Close()
		g.fits, g.fresh = append(g.fits, f), append(g.fresh, n.First(rng))
	}
	if pay != nil {
		d, err := g.begin(0)
		if err == nil {
			err = g.fits[0].Learn(ctx, d)
		}
		if err != nil {
			return nil, fmt.Errorf("progap: the first stage: %w", err)
		}
		if err := pay(); err != nil {
			return nil, err
		}
	}
	m, err := g.train(ctx, run)
	if err != nil {
		return nil, err
	}
	return &Result{Model: m, Split: t.split}, nil
}
