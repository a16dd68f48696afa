package dpggan

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/facts"
)

// FromFacts spends the budget on noisy facts of each graph, and draws graphs that have them,
// without a network. Where ε is large for graphs of these sizes, it asks all pairs of nodes.
type FromFacts struct {
	facts.Shares
	// Turned is up to how many answers for each node may be turned by randomised response, so that
	// all pairs are asked and no facts: sizes and ε, which are public, tell how many will be.
	Turned float64 `range:"[0,∞)"`
}

// Exact is [FromFacts] without noise. It has no settings.
type Exact struct{}

// run asks for facts at an ε at which integers come as they are, and triangles within a few
// hundredths of a node's room: [StrictNonPrivate].
func (Exact) run(ctx context.Context, of *graph.Collection, k known, seed uint64, _ *method.Watch) (*Result, error) {
	const almostNoNoise = 900
	s, err := gdp.ProtectCollection(of, gdp.EdgeLevel, gdp.Budget{Epsilon: almostNoNoise}, gdp.Seed(seed))
	if err != nil {
		return nil, err
	}
	f, err := facts.Ask(s, k.sizes, almostNoNoise, facts.Default())
	if err != nil {
		return nil, err
	}
	r := k.result()
	r.Graphs, err = f.Draw(ctx, rand.New(rand.NewPCG(seed, 0x6661637473)))
	return r, err
}

// run makes graphs of a session's graphs from noisy facts, or from answers of all pairs: [Strict].
func (c FromFacts) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		draw, err := c.ask(s, k.sizes)
		if err != nil {
			return nil, err
		}
		r := k.result()
		if r.Graphs, err = draw(ctx, run.Stream("graphs")); err != nil {
			return nil, err
		}
		return r, r.guarded(s)
	})
}

// ask spends the budget, and returns what draws graphs of the answers.
func (c FromFacts) ask(s *gdp.Session, sizes []int) (func(context.Context, *rand.Rand) ([]*graph.Graph, error), error) {
	eps := s.Budget().Epsilon
	if !s.Public().Directed && facts.Few(sizes, eps, c.Turned) {
		a, err := facts.AskPairs(s, eps)
		if err != nil {
			return nil, err
		}
		return a.Draw, nil
	}
	f, err := facts.Ask(s, sizes, eps, c.Shares)
	if err != nil {
		return nil, err
	}
	return f.Draw, nil
}
