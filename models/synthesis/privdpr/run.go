package privdpr

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/null"
)

// Checkpoint is the name of a file that deep PageRank is kept in between two steps,
// and goes on from if it was interrupted, with the same bits and for what it has
// paid. A finished run removes it. It is as private as the data, and needs a
// session with a journal.
type Checkpoint = checkpoint.File

// Run spends the session's budget on one run of the method and returns what may
// be seen of it. Run again with the same configuration on the same journal, it
// returns the kept release at no cost. After each step of training it calls
// progress, if there is one. Of several checkpoints the last counts.
//
// The relation may be any of single graphs; the paper's is [gdp.NodeLevel].
func Run(ctx context.Context, s *gdp.Session, c Config, progress func(step, steps int), kept ...Checkpoint) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Guard == Unprotected {
		return nil, fmt.Errorf("privdpr: a session protects, and this setting adds no noise: use DPR")
	}
	if s.Public().Nodes == 0 {
		return nil, fmt.Errorf("privdpr: the relation %v is not one of single graphs", s.Relation())
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("privdpr: %w", err)
	}
	if c.Release == DegreeGraph {
		kept = nil // one release, in no time
	}
	return checkpoint.Once(s, "privdpr", c, kept, func(run *checkpoint.Run) (r *Result, err error) {
		sub := run.Session()
		if c.Release == DegreeGraph {
			r, err = degreeGraph(sub, c)
		} else {
			r, err = deep(ctx, run, c, progress)
		}
		if err != nil {
			return nil, err
		}
		g, err := sub.Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// DPR is the method without privacy, "DPR (No DP)" in the paper, on a graph that
// may be looked at. A checkpoint does the same for it as for [Run].
func DPR(ctx context.Context, g *graph.Graph, c Config, seed uint64, progress func(step, steps int), kept ...Checkpoint) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Release != DeepPageRank || c.Guard != Unprotected || c.EdgeRule == PaidEdges {
		return nil, fmt.Errorf("privdpr: DPR protects nothing and pays for nothing: start from NonPrivate")
	}
	if g == nil {
		return nil, fmt.Errorf("privdpr: no graph")
	}
	streams := uint64(0)
	public := func(string) *rand.Rand {
		streams++
		return rand.New(rand.NewPCG(seed, streams))
	}
	return checkpoint.Plain(g, "privdpr", c, seed, public, kept, func(run *checkpoint.Run) (*Result, error) {
		return synthesis(ctx, run, c, g, nil, c.Edges, progress)
	})
}

// deep is training, then a graph from V·Vᵀ.
func deep(ctx context.Context, run *checkpoint.Run, c Config, progress func(step, steps int)) (*Result, error) {
	s := run.Session()
	n, share := s.Public().Nodes, 1.0
	if err := c.checkSteps(n); err != nil {
		return nil, err
	}
	if c.EdgeRule == PaidEdges {
		share = 1 - c.EdgeShare
	}
	budget := s.Budget()
	budget.Epsilon *= gdp.Epsilon(share)
	plan, err := c.plan(s, budget)
	if err != nil {
		return nil, err
	}
	edges := c.Edges
	if c.EdgeRule == PaidEdges {
		count := null.NewPaidEdges(s, "edges", c.theta(s.Budget().Epsilon), s.Budget().Epsilon*gdp.Epsilon(c.EdgeShare))
		if err := run.Reserve(count, plan); err != nil { // neither depends on the other's answer
			return nil, fmt.Errorf("privdpr: %w", err)
		}
		if edges, err = null.DrawEdges(s, count); err != nil {
			return nil, fmt.Errorf("privdpr: %w", err)
		}
	}
	t, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	noise := func(dst []float32) error {
		if _, err := t.Sample(n); err != nil {
			return err
		}
		return t.Noise(dst)
	}
	return synthesis(ctx, run, c, t.Data().Network.Graph, noise, edges, progress)
}

// plan is what the T noisy gradients of V cost.
func (c Config) plan(s *gdp.Session, b gdp.Budget) (gdp.Plan, error) {
	n := s.Public().Nodes
	plan := gdp.Plan{Label: "gradient of V", Steps: c.Steps(n), Sampling: gdp.Whole{}}
	if c.Guard != SplitBudget {
		// Two gradients of norm C at most are 2C apart.
		plan.Sensitivity = gdp.L2(2 * c.Clip)
		plan.Basis = gdp.Proof{Doc: "papers/privdpr.md#clipped", Test: "TestClippedSumsAreBounded"}
		return plan.Calibrate(s, b)
	}
	if b.Delta == 0 {
		return plan, fmt.Errorf("privdpr: the paper's noise is for δ > 0")
	}
	claim := gdp.Claim{
		Source:    "[PRIVDPR25] Thm 4.2",
		Statement: "B M s^-(L+1) ≤ S/T bounds the sensitivity of a step's sum",
		Why:       "a bound of a norm is not a sensitivity (G5); what is proved is 2 B M_t (1/(4s))^(L+1)",
		Holds:     c.Sensitivity(n) * (1 + 1e-6), // the last factor for rounding
	}
	if why := c.Author.leaks(); why != "" {
		claim.Why, claim.Holds = why, 0
	}
	plan.Sensitivity = gdp.L2(c.Preset / float64(plan.Steps)) // [PRIVDPR25] Eq. 13
	plan.Multiplier = SplitMultiplier(plan.Steps, b)
	plan.Basis, plan.Claimed = claim, b // [PRIVDPR25] Thm 5.1: T times (ε/T, δ/T)
	return plan, nil
}

// synthesis trains V and turns what it yields into a graph. Beside the noisy
// gradients it reads nothing of g but the number of nodes.
func synthesis(ctx context.Context, run *checkpoint.Run, c Config, g *graph.Graph, noise noiser, edges int, progress func(step, steps int)) (*Result, error) {
	t, err := newTrainer(c, g, noise, run.Stream)
	if err != nil {
		return nil, err
	}
	n := g.N()
	var s transitions
	next, draws := make([]int32, n), run.Stream("draws")
	err = run.Steps(ctx, c.Steps(n), append(t.values(), &s.keys), func(i int) error {
		if err := t.step(i); err != nil {
			return err
		}
		t.v.neighbours(next, draws)
		for i, j := range next {
			s.add(int32(i), j)
		}
		return nil
	}, progress)
	if err != nil {
		return nil, err
	}
	// From here on nothing has seen the graph: [PRIVDPR25] Thm 3.1.
	pairs := s.symmetric(c.Author.SumCounts)
	result := &Result{Embedding: t.v, Pairs: len(pairs), Edges: c.target(len(pairs), edges)}
	result.Graph, err = synthesise(n, pairs, result.Edges, run.Stream("synthesis"))
	return result, err
}

// target is the number of edges to draw, of the pairs with a positive score.
func (c Config) target(pairs, edges int) int {
	switch c.EdgeRule {
	case SigmoidEdges:
		return pairs // [PRIVDPR25] Appendix A: sigmoid(s_ij) > 0.5, which is s_ij > 0
	case AuthorEdges:
		return pairs / 250
	}
	return edges
}
