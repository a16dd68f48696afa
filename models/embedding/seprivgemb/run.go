package seprivgemb

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/null"
)

// Checkpoint is the name of a file that a skip-gram is kept in between two steps, and
// goes on from if it was interrupted, with the same bits and for what it has paid. A
// finished run removes it. It is as private as the data, and needs a session with a
// journal.
type Checkpoint = checkpoint.File

// Run spends the session's budget on one run of the method and returns what may be
// seen of it. Run again with the same configuration on the same journal, it returns
// the kept release at no cost. After each step of training it calls progress, if
// there is one. Of several checkpoints the last counts. Every method but [Untrained]
// is for one relation: the package comment says which.
func Run(ctx context.Context, s *gdp.Session, c Config, progress func(step, steps int), kept ...Checkpoint) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	if c.Method > PromisedSkipGram {
		kept = nil // one release, in no time
	}
	return checkpoint.Once(s, "seprivgemb", c, kept, func(run *checkpoint.Run) (r *Result, err error) {
		sub := run.Session()
		if err := c.checkNodes(sub.Public().Nodes); err != nil {
			return nil, err
		}
		switch c.Method {
		case SkipGram:
			r, err = published(ctx, run, c, progress)
		case Projection, DegreeRows, ExpectedRows:
			r, err = oneShot(sub, c)
		case Untrained:
			r = new(Result)
			r.In, err = null.Untrained(sub.Public().Nodes, c.Dim, sub.PublicStream("untrained rows"))
		default:
			r, err = protected(ctx, run, c, progress)
		}
		if err != nil {
			return nil, err
		}
		g, err := sub.Guarantee()
		r.Guarantee = &g
		return r, err
	})
}
