package dcsbm

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/degrees"
	"github.com/graphdp/graphdp/models/evidence"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/ranges"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Config is the configuration of a private mode: an [Asked] or a [Uniform].
type Config interface {
	Check() error
	draw(run *checkpoint.Run) (*graph.Graph, error)
}

// Asked divides ε between evidence of degrees and communities, counts between these, and triangles.
type Asked struct {
	evidence.Rule
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
		Rule:       evidence.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5},
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
type Result = drawn.Result

// Run spends the session's budget on one graph. Run again with the same configuration on the same
// journal, it returns the kept release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	return drawn.Run(ctx, s, "dcsbm", c, w, Config.draw)
}

// RunPlain draws a graph of what another would answer without noise.
func RunPlain(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *method.Watch) (*Result, error) {
	return drawn.RunPlain(ctx, net, "dcsbm", c, seed, w, func(c Exact, g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
		e := evidence.Exact(g, evidence.Rule{Vectors: c.Vectors}, run.Stream("first vector"))
		f := facts{degrees: e.Degrees}
		var err error
		if f.communities, f.of, err = e.Clusters(run.Stream("communities")); err != nil {
			return nil, err
		}
		f.counts = make([]float64, query.BlockCells(f.communities))
		for u, v := range g.Edges() {
			f.counts[query.BlockCell(f.of[u], f.of[v])]++
		}
		triangles, _ := metric.Triangles(g)
		f.triangles = float64(triangles)
		return f.draw(run.Stream("graph"))
	})
}

func (Uniform) draw(run *checkpoint.Run) (*graph.Graph, error) { return drawn.Uniform(run) }

func (c Asked) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	counting, closing := eps*gdp.Epsilon(c.CountShare), eps*gdp.Epsilon(c.TriangleShare)
	e, err := evidence.AskCore(run, eps-counting-closing, c.Rule)
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
		return Sparse(run, e.First, left, counting+closing)
	}
	communities, of, err := e.Clusters(run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	return Draw(run, e, of, communities, counting, closing)
}

// Draw draws a graph of what is known of degrees and of the communities that nodes are in. For
// counting it asks how many edges communities have, and for closing, unless it is 0, how many
// triangles there are.
func Draw(run *checkpoint.Run, e *evidence.Evidence, of []int32, communities int, counting, closing gdp.Epsilon) (*graph.Graph, error) {
	if run == nil || e == nil {
		return nil, errors.New("dcsbm: no run, or nothing is known")
	}
	s := run.Session()
	if n := s.Public().Nodes; len(e.Degrees) != n || len(of) != n || communities < 1 || communities > n {
		return nil, fmt.Errorf("dcsbm: degrees of %d nodes and %d communities of %d, of a graph of %d", len(e.Degrees), communities, len(of), n)
	}
	for u, c := range of {
		if c < 0 || int(c) >= communities {
			return nil, fmt.Errorf("dcsbm: node %d is in community %d, want 0 … %d", u, c, communities-1)
		}
	}
	noisy, err := gdp.DiscreteLaplace(s, "edges of communities", query.BlockCounts[gdp.L1](s.Relation(), of, communities), counting)
	if err != nil {
		return nil, err
	}
	f := facts{communities: communities, of: of}
	for _, x := range noisy {
		f.counts = append(f.counts, float64(max(x, 0)))
	}
	list := degrees.Quantiles(e.Law, len(e.Degrees))
	if f.degrees, err = degrees.Deal(e.Degrees, list, run.Stream("degrees")); err != nil {
		return nil, err
	}
	if closing > 0 {
		if f.triangles, err = drawn.Triangles(s, f.degrees, closing); err != nil {
			return nil, err
		}
	}
	return f.draw(run.Stream("graph"))
}

// Sparse draws a graph of one community, where no more can be known: its degrees are a list that is
// asked for, and nodes have them in the order of noisy ones that they have already.
func Sparse(run *checkpoint.Run, noisy *degrees.Noisy, listing, closing gdp.Epsilon) (*graph.Graph, error) {
	if run == nil || noisy == nil || len(noisy.Degrees) != run.Session().Public().Nodes {
		return nil, errors.New("dcsbm: no run, or noisy degrees of other nodes than the graph's")
	}
	s := run.Session()
	list, err := degrees.List(s, "list of degrees", listing)
	if err != nil {
		return nil, err
	}
	f := facts{communities: 1, of: make([]int32, len(list)), counts: []float64{0}}
	if f.degrees, err = degrees.Deal(noisy.Degrees, list, run.Stream("degrees")); err != nil {
		return nil, err
	}
	if f.triangles, err = drawn.Triangles(s, f.degrees, closing); err != nil {
		return nil, err
	}
	return f.draw(run.Stream("graph"))
}
