// Package blocks generates a graph from degrees, blocks, edge counts between blocks and a number
// of triangles. What the blocks are is the method's: communities of nodes, or classes of degrees.
//
// [Draw] asks the session how many edges and triangles there are, [Sparse] for a list of degrees
// where nothing is known of blocks, and [Exact] counts in the clear.
//
// It is a degree-corrected block model [KN11] in which nodes have triangles as well: nodes of a
// community with like degrees are a block, as dense as local clustering asks for [KPPS14], and last
// exchanges of ends close what triangles still lack. The page of dcsbm, docs/papers/dcsbm.md, has
// the map.
//
// [KN11] B. Karrer, M. Newman, Stochastic blockmodels and community structure in networks, Physical
// Review E, 2011. [KPPS14] T. Kolda, A. Pinar, T. Plantenga, C. Seshadhri, A scalable generative
// graph model with community structure, SIAM Journal on Scientific Computing, 2014.
package blocks

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Shares are what the numbers that a graph is drawn of are asked for with; those of 0 are not asked
// for.
type Shares struct {
	List       gdp.Epsilon // the list of degrees
	Counts     gdp.Epsilon // the edges of communities
	Triangles  gdp.Epsilon
	Clustering gdp.Epsilon // of the triangles, which then fall on nodes by their degree
}

// Draw draws a graph of what is known of degrees and of the communities that nodes are in. Without
// a list of degrees it has those of their law.
func Draw(run *checkpoint.Run, e *posterior.Evidence, of []int32, communities int, shares Shares) (*graph.Graph, error) {
	if run == nil || e == nil {
		return nil, errors.New("blocks: no run, or nothing is known")
	}
	s := run.Session()
	if err := check(s.Public().Nodes, e.Degrees, of, communities); err != nil {
		return nil, err
	}
	noisy, err := gdp.DiscreteLaplace(s, "edges of communities", query.BlockCounts[gdp.L1](s.Relation(), of, communities), shares.Counts)
	if err != nil {
		return nil, err
	}
	f := facts{communities: communities, of: of}
	for _, x := range noisy {
		f.counts = append(f.counts, float64(max(x, 0)))
	}
	list := degrees.Quantiles(e.Law, len(e.Degrees))
	if shares.List > 0 {
		if list, err = degrees.List(s, "list of degrees", shares.List); err != nil {
			return nil, err
		}
	}
	return f.asked(run, e.Degrees, list, shares)
}

// Sparse draws a graph of one community, where no more can be known: its degrees are a list that is
// asked for, and nodes have them in the order of noisy ones that they have already.
func Sparse(run *checkpoint.Run, noisy *degrees.Noisy, shares Shares) (*graph.Graph, error) {
	if run == nil || noisy == nil || len(noisy.Degrees) != run.Session().Public().Nodes {
		return nil, errors.New("blocks: no run, or noisy degrees of other nodes than the graph's")
	}
	list, err := degrees.List(run.Session(), "list of degrees", shares.List)
	if err != nil {
		return nil, err
	}
	f := facts{communities: 1, of: make([]int32, len(list)), counts: []float64{0}}
	return f.asked(run, noisy.Degrees, list, shares)
}

// asked draws the graph in which nodes have the degrees of a list, in the order of what is known of
// theirs, and as many triangles as it asks for.
func (f facts) asked(run *checkpoint.Run, order, list []float64, shares Shares) (g *graph.Graph, err error) {
	if f.degrees, err = degrees.Assign(order, list, run.Stream("degrees")); err != nil {
		return nil, err
	}
	if f.triangles = -1; shares.Triangles > 0 {
		if f.triangles, err = synthesis.Triangles(run.Session(), f.degrees, shares.Triangles); err != nil {
			return nil, err
		}
	}
	if shares.Clustering > 0 {
		if f.clustering, err = synthesis.Clustering(run.Session(), shares.Clustering); err != nil {
			return nil, err
		}
	}
	return f.draw(run.Stream("graph"))
}

// Exact draws a graph of degrees, with the edges of communities and the triangles that another has,
// which may be looked at.
func Exact(g *graph.Graph, degrees []float64, of []int32, communities int, r *rand.Rand) (*graph.Graph, error) {
	if g == nil || r == nil {
		return nil, errors.New("blocks: no graph, or no source of randomness")
	}
	if err := check(g.N(), degrees, of, communities); err != nil {
		return nil, err
	}
	f := facts{degrees: degrees, communities: communities, of: of, counts: make([]float64, query.BlockCells(communities))}
	for u, v := range g.Edges() {
		f.counts[query.BlockCell(of[u], of[v])]++
	}
	triangles, _ := metric.Triangles(g)
	f.triangles, f.clustering = float64(triangles), metric.AverageClustering(g)*float64(g.N())
	return f.draw(r)
}

// check refuses degrees and communities that n nodes cannot have.
func check(n int, degrees []float64, of []int32, communities int) error {
	if len(degrees) != n || len(of) != n || communities < 1 || communities > n {
		return fmt.Errorf("blocks: degrees of %d nodes and %d communities of %d, of a graph of %d", len(degrees), communities, len(of), n)
	}
	for u, c := range of {
		switch {
		case c < 0 || int(c) >= communities:
			return fmt.Errorf("blocks: node %d is in community %d, want 0 … %d", u, c, communities-1)
		case math.IsNaN(degrees[u]) || math.IsInf(degrees[u], 0):
			return fmt.Errorf("blocks: node %d has the degree %v", u, degrees[u])
		}
	}
	return nil
}
