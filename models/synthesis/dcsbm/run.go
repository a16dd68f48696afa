package dcsbm

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/synthesis"
	"github.com/graphdp/graphdp/models/synthesis/blocks"
)

// Config is the configuration of a private mode: an [Asked] or a [Uniform].
type Config interface {
	Check() error
	draw(run *checkpoint.Run) (*graph.Graph, error)
}

// Asked divides ε between evidence of degrees and communities, counts between these, and triangles.
type Asked struct {
	posterior.Rule
	CountShare    float64 `range:"(0,0.5)"` // of ε for edges within and between communities; without these, for the list of degrees
	TriangleShare float64 `range:"(0,0.5)"` // of ε for the number of triangles
}

// Exact is the configuration of [NonPrivate]: all is answered, and without noise.
type Exact struct {
	Vectors int `range:"[0,512]"` // at most; one less than communities
}

// Uniform draws a uniform graph with a noisy number of edges.
type Uniform struct{}

// Strict returns the rule of evidence that embeddings have, but for a core wherever one is of use,
// a tenth of ε for counts and half as much for triangles.
func Strict() Asked {
	return Asked{
		Rule:       posterior.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5},
		CountShare: 0.1, TriangleShare: 0.05,
	}
}

// NonPrivate returns as many communities as [Strict] has at most.
func NonPrivate() Exact { return Exact{Vectors: Strict().Vectors} }

// Null returns the control, which has no settings.
func Null() Uniform { return Uniform{} }

// Check implements [Config].
func (c Asked) Check() error { return ranges.Check("dcsbm", c) }

// Check reports a setting that no run can have.
func (c Exact) Check() error { return ranges.Check("dcsbm", c) }

// Check implements [Config].
func (Uniform) Check() error { return nil }

// Result is what a run releases.
type Result = synthesis.Result

// Run spends the session's budget on one graph. Run again with the same configuration on the same
// journal, it returns the kept release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	return synthesis.Run(ctx, s, "dcsbm", c, w, Config.draw)
}

// RunPlain draws a graph of what another would answer without noise.
func RunPlain(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *method.Watch) (*Result, error) {
	return synthesis.RunPlain(ctx, net, "dcsbm", c, seed, w, func(c Exact, g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
		e := posterior.Exact(g, posterior.Rule{Vectors: c.Vectors}, run.Stream("first vector"))
		communities, of, err := e.Clusters(run.Stream("communities"))
		if err != nil {
			return nil, err
		}
		return blocks.Exact(g, e.Degrees, of, communities, run.Stream("graph"))
	})
}

func (Uniform) draw(run *checkpoint.Run) (*graph.Graph, error) { return synthesis.Uniform(run) }

func (c Asked) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	counting, closing := eps*gdp.Epsilon(c.CountShare), eps*gdp.Epsilon(c.TriangleShare)
	e, err := posterior.AskCore(run, eps-counting-closing, c.Rule)
	if err != nil {
		return nil, err
	}
	if e.Left > 0 {
		left := e.Left
		if own := e.Left * gdp.Epsilon(c.Degrees); e.First == nil && own > 0 {
			if e.First, err = degrees.Laplace(s, "degrees", own); err != nil {
				return nil, err
			}
			left -= own
		}
		if e.First == nil {
			e.First = &degrees.Noisy{Degrees: make([]float64, s.Public().Nodes)}
		}
		return blocks.Sparse(run, e.First, left, counting+closing)
	}
	communities, of, err := e.Clusters(run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	return blocks.Draw(run, e, of, communities, counting, closing)
}
