package dgg

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Blocks draws blocks as dense as a noisy number of triangles says.
type Blocks struct {
	TriangleShare float64 `range:"(0,1)"` // of ε for the number of triangles
}

// Reported takes degrees with noise for one that moves, and blocks of given densities.
type Reported struct {
	Rho float64 `range:"[0,1]"` // density of the blocks of the smallest degrees
	Eta float64 `range:"[0,1]"` // the part of it that those of the largest degree lack
}

// Benchmark is the same as the code of PGB has it.
type Benchmark struct{}

// Exact is the configuration of [NonPrivate].
type Exact struct{}

func (Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	wanted := make([]float64, g.N())
	for u, d := range g.Degrees() {
		wanted[u] = float64(d)
	}
	triangles, _ := metric.Triangles(g)
	r := run.Stream("graph")
	b, err := newBlocks(wanted, r)
	if err != nil {
		return nil, err
	}
	return b.draw(b.even(float64(triangles)), run.Drawing(), r)
}

func (c Blocks) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	counting := s.Budget().Epsilon * gdp.Epsilon(c.TriangleShare)
	wanted, err := likely(s, s.Budget().Epsilon-counting)
	if err != nil {
		return nil, err
	}
	triangles, err := synthesis.Triangles(s, wanted, counting)
	if err != nil {
		return nil, err
	}
	r := run.Stream("graph")
	b, err := newBlocks(wanted, r)
	if err != nil {
		return nil, err
	}
	return b.draw(b.even(triangles), run.Drawing(), r)
}

// likely releases the degree of every node, and returns its mean given all that was released.
func likely(s *gdp.Session, eps gdp.Epsilon) ([]float64, error) {
	noisy, err := degrees.Laplace(s, "degrees", eps)
	if err != nil {
		return nil, err
	}
	means, _ := degrees.DeconvolveLaplace(noisy.Degrees, 2*noisy.Multiplier, s.Public().Nodes-1)
	return means, nil
}

// oneMoves is what DGG says of the degrees that nodes report.
var oneMoves = gdp.Claim{
	Source:    "[LDPGEN17] DGG",
	Statement: "a node's degree with noise of scale 1/ε costs ε",
	Why:       "an edge moves the degrees of both its ends",
	Holds:     2,
}

// report releases the degree of every node with noise of scale 1/ε, on the claim.
func report(s *gdp.Session) ([]float64, error) {
	all := query.Degrees[gdp.L1](s.Relation(), s.Public().Nodes)
	noisy, err := gdp.DiscreteLaplace(s, "reported degrees", gdp.Query("reported degrees", s.Relation(), gdp.L1(1), oneMoves, all.Eval), s.Budget().Epsilon) // [LDPGEN17] DGG
	if err != nil {
		return nil, err
	}
	wanted := make([]float64, len(noisy))
	for u, d := range noisy {
		wanted[u] = float64(min(max(d, 0), int64(len(noisy)-1)))
	}
	return wanted, nil
}

func (c Reported) draw(run *checkpoint.Run) (*graph.Graph, error) {
	wanted, err := report(run.Session())
	if err != nil {
		return nil, err
	}
	r := run.Stream("graph")
	b, err := newBlocks(wanted, r)
	if err != nil {
		return nil, err
	}
	return b.draw(b.falling(c.Rho, c.Eta), run.Drawing(), r)
}

func (Benchmark) draw(run *checkpoint.Run) (*graph.Graph, error) {
	wanted, err := report(run.Session())
	if err != nil {
		return nil, err
	}
	return benchmark(wanted, run.Drawing(), run.Stream("graph"))
}
