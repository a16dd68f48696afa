package gcn

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/split"
)

// Method is the graph convolutional network, without privacy.
var Method = method.Method{
	Name: "gcn", About: "classify nodes by a graph convolutional network, without privacy", Paper: "KW17",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Plain(method.NonPrivate, "nonprivate", "the network of the paper, on all edges", NonPrivate(), Run),
		method.Plain(method.Tuned, "nonprivate-tuned", "the same trained well on many labels", Tuned(), Run),
		method.Private(method.Null, "null", "the same network without edges: features and labels, public at edge level", gdp.EdgeLevel, Null(), Alone),
	},
	Attack: method.OnEdge(),
}

// Result is what a run gives.
type Result struct {
	Scores    *release.Scores `json:"scores"`
	Split     split.Nodes     `json:"split"`
	Guarantee *gdp.Guarantee  `json:"guarantee,omitempty"` // nil for [Run]
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Scores, Classes: r.Scores.Classes, Split: r.Split},
		Guarantee: r.Guarantee,
	}
}

// Run trains the network on a graph that may be looked at.
func Run(ctx context.Context, net *graph.Network, c Classifier, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	t, nodes, err := c.Task(net)
	if err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "gcn", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		m, err := Fit(ctx, run, t, c.Network)
		if err != nil {
			return nil, err
		}
		return &Result{Scores: m.Scores(), Split: nodes}, nil
	})
}

// Alone is the control: the network on the graph without edges, which costs nothing at edge
// level.
func Alone(ctx context.Context, s *gdp.Session, c Classifier, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	net, err := method.Edgeless(s)
	if err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	t, nodes, err := c.Task(net)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "gcn", c, w, func(run *checkpoint.Run) (*Result, error) {
		m, err := Fit(ctx, run, t, c.Network)
		if err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		return &Result{Scores: m.Scores(), Split: nodes, Guarantee: &g}, err
	})
}
