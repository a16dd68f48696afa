package seprivgemb

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Run spends the session's budget on one run of the method and returns what may be
// seen of it. Run again with the same configuration on the same journal, it returns
// the kept release at no cost. Every configuration is for one relation: the package
// comment says which.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if err := ranges.Whole("seprivgemb", c); err != nil {
		return nil, err
	}
	if err := c.checkNodes(s.Public().Nodes); err != nil {
		return nil, err
	}
	if want := c.relations(); !slices.Contains(want, s.Relation()) {
		return nil, fmt.Errorf("seprivgemb: %T is for the relations %v, the session's is %v", c, want, s.Relation())
	}
	if c, ok := c.(Untrained); ok {
		return c.release(ctx, s, w)
	}
	return checkpoint.Once(ctx, s, "seprivgemb", c, w, func(run *checkpoint.Run) (r *Result, err error) {
		switch c := c.(type) {
		case SkipGram:
			r, err = published(ctx, run, c)
		case sampled:
			r, err = protected(ctx, run, c)
		case Biased:
			r, err = biased(ctx, run, c)
		case Projected:
			r, err = project(run, c)
		case DegreeRows:
			r, err = degreeRows(run, c)
		case ExpectedRows:
			r, err = expectedRows(ctx, run, c)
		default:
			err = fmt.Errorf("seprivgemb: invalid type of configuration %T", c)
		}
		if err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// Unprotected is the configuration of a mode without privacy: a [Trained], an [Exact] or a
// [Spectral].
type Unprotected interface {
	checkNodes(n int) error
	plain(ctx context.Context, run *checkpoint.Run, net *graph.Network) (*Result, error)
}

// RunPlain runs a mode without privacy on a plain network. The seed decides what it draws.
func RunPlain(ctx context.Context, net *graph.Network, c Unprotected, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := ranges.Whole("seprivgemb", c); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil || net.Graph.M() == 0 {
		return nil, errors.New("seprivgemb: there is no graph, or it has no edges")
	}
	if err := c.checkNodes(net.Graph.N()); err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "seprivgemb", c, seed, w, func(run *checkpoint.Run) (*Result, error) { return c.plain(ctx, run, net) })
}

func (SkipGram) relations() []gdp.Relation       { return []gdp.Relation{gdp.NodeLevel} } // "bounded" node level
func (Matched) relations() []gdp.Relation        { return []gdp.Relation{gdp.NodeLevel} }
func (Promised) relations() []gdp.Relation       { return []gdp.Relation{gdp.NodeUnbounded} }
func (PoissonSampled) relations() []gdp.Relation { return []gdp.Relation{gdp.EdgeLevel} }
func (Biased) relations() []gdp.Relation         { return []gdp.Relation{gdp.EdgeLevel} }
func (Projected) relations() []gdp.Relation      { return []gdp.Relation{gdp.EdgeLevel} }
func (DegreeRows) relations() []gdp.Relation     { return []gdp.Relation{gdp.EdgeLevel} }
func (ExpectedRows) relations() []gdp.Relation   { return []gdp.Relation{gdp.EdgeLevel} }
func (Untrained) relations() []gdp.Relation {
	return []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded}
}

// checkNodes leaves it to [null.Rows].
func (Untrained) checkNodes(int) error { return nil }

// release makes the null control.
func (c Untrained) release(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	r, err := null.Rows(ctx, s, c.Untrained, w)
	if err != nil {
		return nil, err
	}
	return &Result{In: r.Rows, Guarantee: r.Guarantee}, nil
}
