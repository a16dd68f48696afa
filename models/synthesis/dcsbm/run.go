package dcsbm

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/blocks"
)

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

func (c Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	e := posterior.Exact(g, posterior.Rule{Vectors: c.Vectors}, run.Stream("first vector"))
	communities, of, err := e.Clusters(run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	return blocks.Exact(g, e.Degrees, of, communities, run.Stream("graph"))
}

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
