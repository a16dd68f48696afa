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
		r, err := checkpoint.Plain(ctx, net, "coarsen", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
			s, err := c.summary(ctx, net.Graph.Undirected(), c.settings().of(net.Graph.N()), run.Stream("summary"))
			if err != nil {
				return nil, err
			}
			g, err := s.Draw(run.Stream("graph"))
			return &Result{dpgs.Result{Graph: g, Summary: s}, nil}, err
		})
		if r != nil && c.settings().Features {
			r.features = net.Attrs
		}
		return r, err
	})
}

// Result is what a run releases: a summary, and a graph that was drawn from it.
type Result struct {
	dpgs.Result
	features *graph.Attributes // pairs are scored by them too; nil for none
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	o := r.Result.Outcome()
	o.Release = release.Graph{Network: &graph.Network{Graph: r.Graph}, Pairs: r.links}
	return o
}

// links are the scores of [DPGS] Algorithm 4, which are those of supernodes; without features,
// densities.
func (r *Result) links() (*release.Pairs, error) {
	if r.features == nil {
		return density(r.Summary), nil
	}
	score, err := r.Summary.Scores(r.features, 1, 0.5)
	if err != nil {
		return nil, err
	}
	p, first := &release.Pairs{Block: r.Summary.Clusters}, map[int32]int32{}
	for u, a := range p.Block {
		if _, seen := first[a]; seen {
			continue
		}
		first[a] = int32(u)
		for b, v := range first {
			p.Ends, p.Rates = append(p.Ends, []int32{a, b}), append(p.Rates, score(int32(u), v))
		}
	}
	return p, nil
}
