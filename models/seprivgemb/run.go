package seprivgemb

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
)

// Run spends the session's budget on one run of the method and returns what may be
// seen of it. Run again with the same configuration on the same journal, it returns
// the kept release at no cost. After each step of training it calls progress, if
// there is one. Every method is for one relation: the package comment says which.
func Run(ctx context.Context, s *gdp.Session, c Config, progress func(step, steps int)) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	return gdp.Once(s, "seprivgemb", c, func(sub *gdp.Session) (*Result, error) {
		var r *Result
		var err error
		switch c.Method {
		case SkipGram:
			r, err = published(ctx, sub, c, progress)
		case Projection, DegreeRows, ExpectedRows:
			r, err = oneShot(sub, c)
		default:
			r, err = protected(ctx, sub, c, progress)
		}
		if err != nil {
			return nil, err
		}
		g, err := sub.Guarantee()
		r.Guarantee = &g
		return r, err
	})
}
