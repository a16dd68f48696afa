package dpggan

import (
	"context"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/facts"
	"github.com/graphdp/graphdp/models/method"
)

// FromFacts spends the budget on noisy facts of each graph, and draws graphs that have them,
// without a network.
type FromFacts struct{ facts.Shares }

// Strict returns the split of the budget that was used throughout.
func Strict() FromFacts { return FromFacts{facts.Default()} }

// run makes graphs of a session's graphs from noisy facts: [Strict].
func (c FromFacts) run(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error) {
	k, err := public(s)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		f, err := facts.Ask(s, k.sizes, s.Budget().Epsilon, c.Shares)
		if err != nil {
			return nil, err
		}
		r := k.result()
		if r.Graphs, err = f.Draw(ctx, run.Stream("graphs")); err != nil {
			return nil, err
		}
		return r, r.guarded(s)
	})
}
