package seprivgemb

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
)

// Run spends the session's budget on one run of the method and returns what may be
// seen of it. Run again with the same configuration on the same journal, it returns
// the kept release at no cost. Every configuration is for one relation: the package
// comment says which.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if c == nil {
		return nil, errors.New("seprivgemb: no configuration")
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := c.checkNodes(s.Public().Nodes); err != nil {
		return nil, err
	}
	if want := relation(c); s.Relation() != want {
		return nil, fmt.Errorf("seprivgemb: %T is for the relation %v, the session's is %v", c, want, s.Relation())
	}
	return checkpoint.Once(ctx, s, "seprivgemb", c, w, func(run *checkpoint.Run) (r *Result, err error) {
		switch c := c.(type) {
		case SkipGram:
			r, err = published(ctx, run, c)
		case sampled:
			r, err = protected(ctx, run, c)
		case Projected:
			r, err = project(run, c)
		case DegreeRows:
			r, err = degreeRows(run, c)
		case ExpectedRows:
			r, err = expectedRows(run, c)
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

// relation returns what a configuration is for.
func relation(c Config) gdp.Relation {
	switch c.(type) {
	case SkipGram, Matched: // "bounded" node level
		return gdp.NodeLevel
	case Promised:
		return gdp.NodeUnbounded
	}
	return gdp.EdgeLevel
}
