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

// FromFacts spends the budget on noisy statistics of each graph and draws graphs with these
// statistics, without a network. If ε is large for the graphs' sizes, it uses randomised response
// on all pairs instead.
type FromFacts struct {
	facts.Shares
	// Turned is the largest expected number of flipped responses per node at which randomised
	// response is used. It depends only on the public sizes and ε.
	Turned float64 `range:"[0,∞)"`
}

// Exact is [FromFacts] without noise. It has no settings.
type Exact struct{}

// run releases the statistics at an ε so large that integers are exact and triangles nearly so:
// [StrictNonPrivate].
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

// run generates graphs from noisy statistics or from randomised response: [Strict].
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

// ask spends the budget and returns a function that draws graphs from the answers.
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
