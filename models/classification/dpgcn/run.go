package dpgcn

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
)

// Result is what a run gives.
type Result struct {
	gcn.Result
	Edges int `json:"edges"` // of the noisy graph; 0 for the controls
}

// Run spends ε of the session's budget on a noisy graph, trains the network on it, and returns
// the classes of all nodes.
func Run(ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch) (*Result, error) {
	if c == nil {
		return nil, errors.New("dpgcn: no configuration")
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	net, err := method.Edgeless(s)
	if err != nil {
		return nil, fmt.Errorf("dpgcn: %w", err)
	}
	task, nodes, err := c.classifier().Task(net)
	if err != nil {
		return nil, fmt.Errorf("dpgcn: %w", err)
	}
	if err := c.fits(net.Graph.N(), float64(s.Budget().Epsilon)); err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgcn", c, w, func(run *checkpoint.Run) (*Result, error) {
		released, err := c.perturb(run.Session(), net.Graph.N())
		if err != nil {
			return nil, err
		}
		task.Graph = released // from here on nothing reads an edge
		m, err := gcn.Fit(ctx, run, task, c.classifier().Network)
		if err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		return &Result{gcn.Result{Scores: m.Scores(), Split: nodes, Guarantee: &g}, released.M()}, err
	})
}

// Train is the network on all edges.
func Train(ctx context.Context, net *graph.Network, c gcn.Classifier, seed uint64, w *checkpoint.Watch) (*Result, error) {
	return of(gcn.Run(ctx, net, c, seed, w))
}

// Alone is the control: the network without edges.
func Alone(ctx context.Context, s *gdp.Session, c gcn.Classifier, w *checkpoint.Watch) (*Result, error) {
	return of(gcn.Alone(ctx, s, c, w))
}

func of(r *gcn.Result, err error) (*Result, error) {
	if err != nil {
		return nil, fmt.Errorf("dpgcn: %w", err)
	}
	return &Result{Result: *r}, nil
}
