package dgg

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Listed splits ε: the rest pays for the degree list.
type Listed struct {
	OrderShare      float64 `range:"(0,0.3]"` // share of ε for the order of nodes by degree
	TriangleShare   float64 `range:"(0,0.3]"` // share of ε for the triangle count
	ClusteringShare float64 `range:"(0,0.3]"` // share of ε for the average clustering
}

// Reported takes noisy degrees at sensitivity 1, and given block densities.
type Reported struct {
	Rho float64 `range:"[0,1]"` // density of the blocks of the lowest degrees
	Eta float64 `range:"[0,1]"` // relative decrease at the largest degree
}

// Benchmark is the configuration of [Pgb].
type Benchmark struct{}

// Exact is the configuration of [NonPrivate].
type Exact struct{}

func (Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	triangles, at := metric.Triangles(g)
	f := facts{degrees: make([]float64, g.N()), triangles: gen.Target{Value: float64(triangles)}, clustering: gen.Target{Value: clusteringOf(g, at)}}
	for u, d := range g.Degrees() {
		f.degrees[u] = float64(d)
	}
	return f.draw(run.Drawing(), run.Stream("graph"))
}

func (c Listed) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	ordering, counting, closing := eps*gdp.Epsilon(c.OrderShare), eps*gdp.Epsilon(c.TriangleShare), eps*gdp.Epsilon(c.ClusteringShare)
	noisy, err := degrees.Laplace(s, "order", ordering)
	if err != nil {
		return nil, err
	}
	list, err := degrees.List(s, "list of degrees", eps-ordering-counting-closing)
	if err != nil {
		return nil, err
	}
	var f facts
	if f.degrees, err = degrees.Assign(noisy.Degrees, list, run.Stream("degrees")); err != nil {
		return nil, err
	}
	if f.triangles, err = synthesis.Triangles(s, list, counting); err != nil {
		return nil, err
	}
	if f.clustering, err = synthesis.Clustering(s, closing); err != nil {
		return nil, err
	}
	return f.draw(run.Drawing(), run.Stream("graph"))
}

// oneMoves is DGG's claim on the reported degrees.
var oneMoves = gdp.Claim{
	Source:    "[LDPGEN17] DGG",
	Statement: "a node's degree with noise of scale 1/ε costs ε",
	Why:       "an edge moves the degrees of both its ends",
	Holds:     2,
}

// report releases every node's degree with noise of scale 1/ε, under the claim.
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
