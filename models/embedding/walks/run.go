package walks

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is the release of a run.
type Result struct {
	In  *embed.Matrix // one row per node
	Out *embed.Matrix // one row per node as a context, of a skip-gram; nil for others
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.Embedding{Matrix: r.In, Other: r.Out}}
}

func (c Uniform) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	return c.train(ctx, run, g, uniform(g))
}

func (c SecondOrder) embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error) {
	return c.train(ctx, run, g, c.biased(g))
}

// train generates the walks and trains on them.
func (c SkipGram) train(ctx context.Context, run *checkpoint.Run, g *graph.Graph, next step) (*Result, error) {
	if n := g.N(); n > maxSteps/c.Walks/c.Length {
		return nil, fmt.Errorf("walks: %d walks of %d steps from each of %d nodes: want at most %d steps in all", c.Walks, c.Length, n, maxSteps)
	}
	t := c.newTrainer(g.N(), c.walk(g, next, run.Stream("walks")), run.Stream("training"))
	if err := t.execute(); err != nil {
		return nil, fmt.Errorf("walks: %w", err)
	}
	if t.graph != nil {
		defer t.graph.Close()
	}
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

// rows returns the first columns of a table.
func rows(m vector.Matrix, dim int) (*embed.Matrix, error) {
	x, err := embed.New(m.Rows, dim)
	if err != nil {
		return nil, err
	}
	for u := range m.Rows {
		copy(x.Row(int32(u)), m.Row(u))
	}
	return x, nil
}
