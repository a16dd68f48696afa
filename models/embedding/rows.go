// Package embedding is the frame of embeddings that are made of noisy rows at edge level: what is
// refused, how a run begins and ends, what it gives.
package embedding

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// Config is a configuration of a mode.
type Config interface {
	// CheckNodes reports what no graph of n nodes, which is public, can have.
	CheckNodes(n int) error
}

// Result is a row for each node.
type Result struct {
	Multiplier float64        `json:"multiplier,omitempty"` // of the noise; 0 where it is not Gaussian
	Seed       uint64         `json:"seed,omitempty"`       // of what is random and public, such as the first rows
	Degrees    []float64      `json:"degrees,omitempty"`    // noisy ones, by which pairs are scored; nil where products of rows do that
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"`  // nil without privacy
	In         *embed.Matrix  `json:"in"`                   // last: the text of what follows would have its text copied
}

// Details are what else is reported of a run.
type Details struct {
	Multiplier float64 `json:"noise_multiplier,omitempty"`
	Seed       uint64  `json:"seed,omitempty"`
}

// String implements [fmt.Stringer].
func (d Details) String() string {
	if d.Multiplier == 0 {
		return fmt.Sprintf("public seed %x", d.Seed)
	}
	return fmt.Sprintf("public seed %x, noise multiplier %.4g", d.Seed, d.Multiplier)
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	e := release.Embedding{Matrix: r.In}
	if d := r.Degrees; d != nil {
		e.Pair = func(u, v int32) float64 { return max(d[u], 0) * max(d[v], 0) }
	}
	o := method.Outcome{Release: e, Guarantee: r.Guarantee}
	if r.Seed != 0 {
		o.Details = Details{r.Multiplier, r.Seed}
	}
	return o
}

// Run spends the session's budget on one embedding. Run again with the same configuration on the
// same journal, it returns the kept release at no cost.
func Run[C Config](ctx context.Context, s *gdp.Session, name string, c C, w *method.Watch, release func(c C, run *checkpoint.Run) (*Result, error)) (*Result, error) {
	if err := check(name, c, s.Public().Nodes); err != nil {
		return nil, err
	}
	if s.Relation() != gdp.EdgeLevel {
		return nil, fmt.Errorf("%s: a session under the relation %v, want %v", name, s.Relation(), gdp.EdgeLevel)
	}
	return checkpoint.Once(ctx, s, name, c, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := release(c, run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		guarantee, err := run.Session().Guarantee()
		r.Guarantee = &guarantee
		return r, err
	})
}

// RunPlain makes an embedding of a graph that may be looked at.
func RunPlain[C Config](ctx context.Context, net *graph.Network, name string, c C, seed uint64, w *method.Watch, release func(c C, g *graph.Graph, run *checkpoint.Run) (*Result, error)) (*Result, error) {
	if net == nil || net.Graph == nil {
		return nil, fmt.Errorf("%s: no graph", name)
	}
	if err := check(name, c, net.Graph.N()); err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, name, c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := release(c, net.Graph.Undirected(), run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return r, nil
	})
}

// NewPrivate returns a mode at edge level that runs embed on a session.
func NewPrivate[C Config](of string, m method.Mode, settings C, embed func(c C, run *checkpoint.Run) (*Result, error)) method.PrivateMode[C, *Result] {
	m.Relation = gdp.EdgeLevel
	return method.NewPrivate(of, m, settings, func(ctx context.Context, s *gdp.Session, c C, w *method.Watch) (*Result, error) {
		if err := checkNodes(of, c, s.Public().Nodes); err != nil {
			return nil, err
		}
		return checkpoint.Once(ctx, s, of, c, w, func(run *checkpoint.Run) (*Result, error) {
			r, err := embed(c, run)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", of, err)
			}
			guarantee, err := run.Session().Guarantee()
			r.Guarantee = &guarantee
			return r, err
		})
	})
}

// NewPlain returns a mode that runs embed on a graph in the clear.
func NewPlain[C Config](of string, m method.Mode, settings C, embed func(c C, g *graph.Graph, run *checkpoint.Run) (*Result, error)) method.PlainMode[C, *Result] {
	return method.NewPlain(of, m, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *method.Watch) (*Result, error) {
		if err := checkNodes(of, c, net.Graph.N()); err != nil {
			return nil, err
		}
		return checkpoint.Plain(ctx, net, of, c, seed, w, func(run *checkpoint.Run) (*Result, error) {
			r, err := embed(c, net.Graph.Undirected(), run)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", of, err)
			}
			return r, nil
		})
	})
}

func checkNodes(of string, c Config, nodes int) error {
	if nodes < 2 {
		return fmt.Errorf("%s: a graph of %d nodes has no edges to protect, want at least 2", of, nodes)
	}
	if err := c.CheckNodes(nodes); err != nil {
		return fmt.Errorf("%s: %w", of, err)
	}
	return nil
}

// check refuses what no method makes rows from, by public facts.
func check(name string, c Config, nodes int) error {
	if c == nil {
		return fmt.Errorf("%s: no configuration", name)
	}
	if err := ranges.Whole(name, c); err != nil {
		return err
	}
	if nodes < 2 {
		return fmt.Errorf("%s: a graph of %d nodes has no edges to protect, want at least 2", name, nodes)
	}
	if err := c.CheckNodes(nodes); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// most is the number of entries that the rows of all nodes may have.
const most = 1 << 30

// Fit reports whether n rows of so many numbers are too many.
func Fit(n, dim int) error {
	if dim < 1 || n > most/dim {
		return fmt.Errorf("%d rows of %d numbers, want at most %d numbers", n, dim, most)
	}
	return nil
}

// Drawn are rows that never saw the graph: the null control, at no cost.
func Drawn(run *checkpoint.Run, dim int) (*Result, error) {
	if run == nil {
		return nil, errors.New("rows: no run")
	}
	in, err := embed.Glorot(run.Session().Public().Nodes, dim, run.Stream("rows"))
	return &Result{In: in}, err
}
