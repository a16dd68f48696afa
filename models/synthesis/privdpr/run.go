package privdpr

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

func (c DeepPageRank) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	return c.settings().run(ctx, s, c, w)
}

func (c SumClipped) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	return c.settings().run(ctx, s, c, w)
}

func (c DegreeGraph) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	return once(ctx, s, c, w, func(run *checkpoint.Run) (*Result, error) { return degreeGraph(run, c) })
}

func (c RandomGraph) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	r, err := null.Graph(ctx, s, c.Graphs, w)
	if err != nil {
		return nil, err
	}
	return &Result{Graph: r.Graph, Edges: r.Edges, Embedding: r.Rows, Guarantee: r.Guarantee}, nil
}

// run runs deep PageRank; of is the configuration from which the settings were made.
func (c settings) run(ctx context.Context, s *gdp.Session, of any, w *checkpoint.Watch) (*Result, error) {
	if err := c.checkSteps(s.Public().Nodes); err != nil {
		return nil, err
	}
	if _, err := backend.Graphs(); err != nil { // before anything is spent
		return nil, fmt.Errorf("privdpr: %w", err)
	}
	return once(ctx, s, of, w, func(run *checkpoint.Run) (*Result, error) { return deep(ctx, run, c) })
}

// once runs a configuration and records the guarantee.
func once(ctx context.Context, s *gdp.Session, c any, w *checkpoint.Watch, do func(run *checkpoint.Run) (*Result, error)) (*Result, error) {
	return checkpoint.Once(ctx, s, "privdpr", c, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := do(run)
		if err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// runUnprotected is the method without privacy, "DPR (No DP)" in the paper.
func runUnprotected(ctx context.Context, net *graph.Network, c Unprotected, seed uint64, w *checkpoint.Watch) (*Result, error) {
	all := c.settings()
	if err := all.checkSteps(net.Graph.N()); err != nil {
		return nil, err
	}
	if c.EdgeRule == TrueEdges {
		all.Edges = net.Graph.Undirected().M()
	}
	return checkpoint.Plain(ctx, net, "privdpr", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		return synthesis(ctx, run, all, net.Graph, nil, nil)
	})
}

// deep trains V, then draws a graph from V·Vᵀ.
func deep(ctx context.Context, run *checkpoint.Run, c settings) (*Result, error) {
	s := run.Session()
	budget := s.Budget()
	budget.Epsilon *= gdp.Epsilon(1 - c.edgeShare)
	plan, err := c.plan(s, budget)
	if err != nil {
		return nil, err
	}
	switch {
	case c.edgeShare > 0:
		eps := s.Budget().Epsilon
		count := degrees.EdgeCount(s, "edges", capOf(c.theta, eps), eps*gdp.Epsilon(c.edgeShare))
		if err := run.Reserve(count, plan); err != nil { // neither depends on the other's answer
			return nil, fmt.Errorf("privdpr: %w", err)
		}
		c.Edges, err = degrees.DrawEdges(s, count)
	case c.EdgeRule == TrueEdges:
		c.Edges, err = degrees.TrueEdges(s, "[PRIVDPR25] §6")
	}
	if err != nil {
		return nil, fmt.Errorf("privdpr: %w", err)
	}
	t, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	g := t.Data().Network.Graph
	if c.guard != splitBudget {
		return synthesis(ctx, run, c, g, nil, func(term func(int32, *gdp.Term[float32])) ([]float32, error) {
			step, err := t.Step(1)
			if err != nil {
				return nil, err
			}
			return gdp.Sum(step, g.N()*c.Dim, term)
		})
	}
	draws, err := t.OnClaim()
	if err != nil {
		return nil, err
	}
	return synthesis(ctx, run, c, g, func(dst []float32) error {
		if _, err := draws.Sample(1); err != nil { // the whole graph
			return err
		}
		return draws.Noise(dst)
	}, nil)
}

// plan returns the cost of the T noisy gradients of V.
func (c settings) plan(s *gdp.Session, b gdp.Budget) (gdp.Plan, error) {
	n := s.Public().Nodes
	plan := gdp.Plan{Label: "gradient of V", Steps: c.Steps(n), Sampling: gdp.FullBatch{}}
	if c.guard != splitBudget {
		// Two gradients of norm at most C are at most 2C apart.
		plan.Sensitivity, plan.Divisor = gdp.L2(2*c.clip), float64(c.Pairs())
		plan.Basis = gdp.Proof{Doc: "papers/privdpr.md#clipped", Test: "TestClippedSumsAreBounded"}
		return plan.Calibrate(s, b)
	}
	if b.Delta == 0 {
		return plan, fmt.Errorf("privdpr: the budget %v: %w", b, gdp.ErrDelta)
	}
	claim := gdp.Claim{
		Source:    "[PRIVDPR25] Thm 4.2",
		Statement: "B M s^-(L+1) ≤ S/T bounds the sensitivity of a step's sum",
		Why:       "a bound of a norm is not a sensitivity (G5); what is proved is 2 B M_t (1/(4s))^(L+1)",
		Holds:     c.Sensitivity(n) * (1 + 1e-6), // the factor is for rounding
	}
	if why := c.Author.leaks(); why != "" {
		claim.Why, claim.Holds = why, 0
	}
	plan.Sensitivity = gdp.L2(c.Preset / float64(plan.Steps)) // [PRIVDPR25] Eq. 13
	plan.Multiplier = SplitMultiplier(plan.Steps, b)
	plan.Basis, plan.Claimed = claim, b // [PRIVDPR25] Thm 5.1: T times (ε/T, δ/T)
	return plan, nil
}

// synthesis trains V and draws a graph from its samples. Apart from the noisy gradients it reads
// only the number of nodes of g.
func synthesis(ctx context.Context, run *checkpoint.Run, c settings, g *graph.Graph, noise noiser, clips summer) (*Result, error) {
	t, err := newTrainer(c, g, noise, clips, run.Stream)
	if err != nil {
		return nil, err
	}
	defer t.close()
	n := g.N()
	var s transitions
	next, draws := make([]int32, n), run.Stream("draws")
	err = run.Steps(ctx, c.Steps(n), append(t.values(), &s.keys), func(i int) error {
		if err := t.step(i); err != nil {
			return err
		}
		neighbours(t.v, next, draws)
		for i, j := range next {
			s.add(int32(i), j)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// Post-processing from here on: [PRIVDPR25] Thms 2.3 and 3.1.
	pairs := s.symmetric(c.Author.SumCounts)
	result := &Result{Embedding: t.v, Pairs: len(pairs), Edges: c.target(len(pairs))}
	result.Graph, err = synthesise(n, pairs, result.Edges, run.Stream("synthesis"))
	return result, err
}

// target returns the number of edges to draw among the pairs with a positive score.
func (c settings) target(pairs int) int {
	switch c.EdgeRule {
	case SigmoidEdges:
		return pairs // [PRIVDPR25] Appendix A: sigmoid(s_ij) > 0.5, which is s_ij > 0
	case AuthorEdges:
		return pairs / 250
	}
	return c.Edges
}
