// Package dcsbm generates a graph by a degree-corrected stochastic block model from noisy degrees,
// communities and triangles; edge level.
//
// The model is that of [KN11] with triangles [KPPS14]; package blocks draws it. Only the answers of
// the session are used.
//
// [KN11] B. Karrer, M. Newman, Stochastic blockmodels and community structure in networks, Physical
// Review E, 2011. [KPPS14] T. Kolda, A. Pinar, T. Plantenga, C. Seshadhri, A scalable generative
// graph model with community structure, SIAM Journal on Scientific Computing, 2014.
package dcsbm

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
	"github.com/graphdp/graphdp/models/synthesis/blocks"
)

// Method describes DCSBM and its modes.
var Method = method.Method{
	Name: "dcsbm", About: "synthetic graphs by a degree-corrected block model: noisy degrees, communities and triangles", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes,
	Exhibits: synthesis.Queries("dcsbm", []string{"strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, NonPrivate.Mode, Null.Mode},
}

var (
	Strict = synthesis.NewPrivate("dcsbm", method.Mode{
		Role: method.Strict, Name: "strict", About: "randomised response among hubs, a degree list, block counts, triangles and clustering", Edition: 7, Attack: onList,
	}, Asked{
		Rule:      posterior.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5},
		ListShare: 0.1, CountShare: 0.1, TriangleShare: 0.05, ClusteringShare: 0.05,
	}, Asked.draw)
	NonPrivate = synthesis.NewPlain("dcsbm", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "strict without noise, from the whole adjacency matrix", Edition: 5,
	}, Exact{Vectors: 48}, Exact.draw)
	Null = synthesis.NewNull("dcsbm")
)

// onList attacks the degree list, which gets nearly all of ε.
var onList = synthesis.OnList.With(4000, "CountShare=0.001", "TriangleShare=0.001", "ClusteringShare=0.001", "Degrees=0.001")

// Asked splits ε: the rest pays for the evidence on degrees and communities.
type Asked struct {
	posterior.Rule
	ListShare       float64 `range:"(0,0.3]"` // share of ε for the degree list
	CountShare      float64 `range:"(0,0.3]"` // share of ε for edge counts between communities; for triangles if there are none
	TriangleShare   float64 `range:"(0,0.2]"` // share of ε for the triangle count
	ClusteringShare float64 `range:"(0,0.2]"` // share of ε for the average clustering
}

// Exact is the configuration of [NonPrivate]: exact answers.
type Exact struct {
	Vectors int `range:"[0,512]"` // most vectors; one less than communities
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
	share := func(of float64) gdp.Epsilon { return s.Budget().Epsilon * gdp.Epsilon(of) }
	shares := blocks.Shares{List: share(c.ListShare), Counts: share(c.CountShare), Triangles: share(c.TriangleShare), Clustering: share(c.ClusteringShare)}
	e, err := posterior.AskCore(run, s.Budget().Epsilon-shares.List-shares.Counts-shares.Triangles-shares.Clustering, c.Rule)
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
		shares.List += left
		shares.Triangles += shares.Counts
		return blocks.Sparse(run, e.First, shares)
	}
	communities, of, err := e.Clusters(run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	return blocks.Draw(run, e, of, communities, shares)
}
