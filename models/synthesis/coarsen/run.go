package coarsen

import (
	"context"
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// newMode returns a mode that makes a graph smaller, and draws a graph from the summary.
func newMode[C coarsening](role method.Role, name, about string, settings C) method.PlainMode[C, *Result] {
	return method.NewPlain("coarsen", method.Mode{Role: role, Name: name, About: about}, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *method.Watch) (*Result, error) {
		switch {
		case net.Graph.N() == 0:
			return nil, errors.New("coarsen: a graph without nodes")
		case c.settings().Features && net.Attrs.Cols() == 0:
			return nil, errors.New("coarsen: Features is true, and the nodes have none")
		}
		return checkpoint.Plain(ctx, net, "coarsen", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
			s, err := c.summary(ctx, net.Graph.Undirected(), c.settings().of(net.Graph.N()), run.Stream("summary"))
			if err != nil {
				return nil, err
			}
			g, err := s.Draw(run.Stream("graph"))
			return &Result{dpgs.Result{Graph: g, Summary: s}, c.settings().Features}, err
		})
	})
}

// Result is what a run releases: a summary, and a graph that was drawn from it.
type Result struct {
	dpgs.Result
	features bool // pairs are scored by them too
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	o := r.Result.Outcome()
	o.Release = release.Graph{Network: &graph.Network{Graph: r.Graph}, Pairs: func(public *graph.Network) (func(u, v int32) float64, error) {
		switch {
		case r.features && public == nil:
			return nil, errors.New("coarsen: no network whose features score pairs")
		case r.features:
			return r.Summary.Scores(public.Attrs, 1, 0.5)
		}
		return density(r.Summary), nil
	}}
	return o
}
