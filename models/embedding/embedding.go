// Package embedding is the frame of node embeddings: result and constructors of modes.
package embedding

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Config is implemented by the settings of every mode.
type Config interface {
	// CheckNodes returns an error if the settings do not suit a graph of n nodes. n is public.
	CheckNodes(n int) error
}

// Result is a released embedding.
type Result struct {
	Multiplier float64        `json:"multiplier,omitempty"` // of the noise; 0 if it is not Gaussian
	Seed       uint64         `json:"seed,omitempty"`       // of public randomness, such as initial rows
	Degrees    []float64      `json:"degrees,omitempty"`    // noisy degrees for pair scores; nil if dot products score pairs
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"`  // nil without privacy
	In         *embed.Matrix  `json:"in"`                   // last, so that its JSON text is not copied
}

// Details are reported numbers of a run, besides the embedding.
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
	if r.Degrees != nil {
		e.Pairs = &release.Pairs{Weight: make([]float64, len(r.Degrees))}
		for u, d := range r.Degrees {
			e.Pairs.Weight[u] = max(d, 0)
		}
	}
	o := method.Outcome{Release: e, Guarantee: r.Guarantee}
	if r.Seed != 0 {
		o.Details = Details{r.Multiplier, r.Seed}
	}
	return o
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

const most = 1 << 30 // largest number of entries

// Fit returns an error if an n × dim matrix is too large.
func Fit(n, dim int) error {
	if dim < 1 || n > most/dim {
		return fmt.Errorf("%d rows of %d numbers: want at most %d numbers in all", n, dim, most)
	}
	return nil
}

// Untrained holds the settings of the null control.
type Untrained struct {
	Dim int `range:"[1,65536]"`
}

// CheckNodes implements [Config].
func (c Untrained) CheckNodes(n int) error { return Fit(n, c.Dim) }

// NewNull returns the null control: random embeddings of the given dimension, at no cost.
func NewNull(of string, dim int) method.PrivateMode[Untrained, *Result] {
	return NewPrivate(of, method.Mode{
		Role: method.Null, Name: "null", About: "random embeddings, independent of the graph; knows only the node set",
	}, Untrained{dim}, func(c Untrained, run *checkpoint.Run) (*Result, error) {
		in, err := embed.Glorot(run.Session().Public().Nodes, c.Dim, run.Stream("rows"))
		return &Result{In: in}, err
	})
}
