package lpgnet

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/split"
)

// Result is what a run gives.
type Result struct {
	Scores    *release.Scores `json:"scores"`
	Split     split.Nodes     `json:"split"`
	Guarantee *gdp.Guarantee  `json:"guarantee,omitempty"` // nil for [Train]
}

// Run spends ε of the session's budget on degree vectors and returns the classes of all nodes.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return protected(ctx, s, c.Perceptron, c, c.Stacks, w)
}

// Alone is the control: the first perceptron, which costs nothing at edge level.
func Alone(ctx context.Context, s *gdp.Session, c Perceptron, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return protected(ctx, s, c, c, 0, w)
}

func protected(ctx context.Context, s *gdp.Session, c Perceptron, config any, others int, w *checkpoint.Watch) (*Result, error) {
	net, err := method.Edgeless(s)
	if err != nil {
		return nil, fmt.Errorf("lpgnet: %w", err)
	}
	if _, err := c.open(net); err != nil {
		return nil, err
	}
	eps := s.Budget().Epsilon / gdp.Epsilon(max(others, 1)) // [LPGNET22] ε/K
	return checkpoint.Once(ctx, s, "lpgnet", config, w, func(run *checkpoint.Run) (*Result, error) {
		stack, err := c.open(net)
		if err != nil {
			return nil, err
		}
		stack.vectors = func(i int, c clusters) ([]float64, error) {
			counts, err := gdp.Laplace(run.Session(), fmt.Sprintf("degree vectors %d", i), c.query(), eps)
			if err != nil {
				return nil, fmt.Errorf("lpgnet: %w", err)
			}
			return counts, nil
		}
		r, err := stack.result(ctx, run, c.Network, others)
		if err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// Train is the method with exact degree vectors.
func Train(ctx context.Context, net *graph.Network, c Config, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	stack, err := c.open(net)
	if err != nil {
		return nil, err
	}
	g := net.Graph.Undirected()
	stack.vectors = func(_ int, c clusters) ([]float64, error) { return c.count(g), nil }
	return checkpoint.Plain(ctx, net, "lpgnet", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		return stack.result(ctx, run, c.Network, c.Stacks)
	})
}

func (s *stacks) result(ctx context.Context, run *checkpoint.Run, net gcn.Network, others int) (*Result, error) {
	m, err := s.train(ctx, run, net, others)
	if err != nil {
		return nil, err
	}
	return &Result{Scores: m.Scores(), Split: s.nodes}, nil
}
