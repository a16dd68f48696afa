package walks

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// RunPlain embeds the nodes of a network, which is read in the clear. The seed decides what it
// draws; how many threads there are changes no bit.
func RunPlain(ctx context.Context, net *graph.Network, c Config, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := ranges.Whole("walks", c); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil || net.Graph.M() == 0 {
		return nil, errors.New("walks: there is no graph, or it has no edges")
	}
	if err := c.check(net.Graph.N()); err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "walks", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		return c.embed(ctx, run, net.Graph.Undirected())
	})
}

// Run releases the null control.
func Run(ctx context.Context, s *gdp.Session, c Untrained, w *checkpoint.Watch) (*null.RowsResult, error) {
	return null.Rows(ctx, s, c.Untrained, w)
}

// Result is what a run releases.
type Result struct {
	In  *embed.Matrix // a row for each node
	Out *embed.Matrix // and another as a context, of a skip-gram; nil for others
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.Embedding{Matrix: r.In, Other: r.Out}}
}

func (c SkipGram) check(n int) error {
	if n > mostSteps/c.Walks/c.Length {
		return fmt.Errorf("walks: %d walks of %d steps from each of %d nodes, want at most %d steps in all", c.Walks, c.Length, n, mostSteps)
	}
	return nil
}

func (c Uniform) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	return c.train(ctx, run, g, uniform(g))
}

func (c SecondOrder) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	return c.train(ctx, run, g, c.biased(g))
}

// train walks and learns.
func (c SkipGram) train(ctx context.Context, run *checkpoint.Run, g *graph.Graph, next step) (*Result, error) {
	t := c.newTrainer(g.N(), c.walk(g, next, run.Stream("walks")), run.Stream("training"))
	if err := run.Steps(ctx, t.steps(), []any{t.in.Data, t.out.Data}, t.step); err != nil {
		return nil, err
	}
	in, err := rows(t.in, c.Dim)
	if err != nil {
		return nil, err
	}
	out, err := rows(t.out, c.Dim)
	return &Result{in, out}, err
}

// rows are the first columns of a table.
func rows(m vector.Matrix, dim int) (*embed.Matrix, error) {
	x, err := embed.New(m.Rows, dim)
	if err != nil {
		return nil, fmt.Errorf("walks: %w", err)
	}
	for u := range m.Rows {
		copy(x.Row(int32(u)), m.Row(u))
	}
	return x, nil
}
