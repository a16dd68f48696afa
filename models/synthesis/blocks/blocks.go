// Package blocks generates a graph from degrees, edge counts between blocks of nodes, and a
// triangle count. The method chooses the blocks: communities or degree classes.
//
// [Draw] asks the session for edge and triangle counts, [Sparse] for a degree list when the blocks
// are unknown, and [Exact] counts without noise.
//
// The model is a degree-corrected block model [KN11] with triangles. Nodes of similar degree in a
// community form a dense block, with the density of the clustering [KPPS14]. Edge swaps then
// match the numbers of triangles and the clustering. docs/papers/dcsbm.md lists where each step is.
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
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Shares holds the ε of each query; a query with 0 is skipped.
type Shares struct {
	List       gdp.Epsilon // degree list
	Counts     gdp.Epsilon // edge counts between communities
	Triangles  gdp.Epsilon
	Clustering gdp.Epsilon // local clustering, by which triangles depend on the degree
}

// Draw generates a graph from the evidence on degrees and the community of each node. Without a
// degree list it uses the degree distribution of the evidence.
func Draw(run *checkpoint.Run, e *posterior.Evidence, of []int32, communities int, shares Shares) (*graph.Graph, error) {
	if run == nil || e == nil {
		return nil, errors.New("blocks: nil run or nil evidence")
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

// Sparse generates a graph with one community, for graphs whose communities the noise hides. It
// releases a degree list and assigns it to nodes in the order of their noisy degrees.
func Sparse(run *checkpoint.Run, noisy *degrees.Noisy, shares Shares) (*graph.Graph, error) {
	if run == nil || noisy == nil || len(noisy.Degrees) != run.Session().Public().Nodes {
		return nil, errors.New("blocks: nil run, or noisy degrees that do not match the graph's nodes")
	}
	list, err := degrees.List(run.Session(), "list of degrees", shares.List)
	if err != nil {
		return nil, err
	}
	f := facts{communities: 1, of: make([]int32, len(list)), counts: []float64{0}}
	return f.asked(run, noisy.Degrees, list, shares)
}

// asked generates the graph. Nodes get the degrees of the list in the order of their estimates, and
// the session releases triangles and clustering.
func (f facts) asked(run *checkpoint.Run, order, list []float64, shares Shares) (g *graph.Graph, err error) {
	if f.degrees, err = degrees.Assign(order, list, run.Stream("degrees")); err != nil {
		return nil, err
	}
	f.triangles, f.clustering = gen.Target{Value: -1}, gen.Target{Error: math.Inf(1)}
	if shares.Triangles > 0 {
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

// Exact generates a graph with the given degrees and with g's exact edge counts between
// communities, triangles and clustering.
func Exact(g *graph.Graph, degrees []float64, of []int32, communities int, r *rand.Rand) (*graph.Graph, error) {
	if g == nil || r == nil {
		return nil, errors.New("blocks: nil graph or nil source of randomness")
	}
	if err := check(g.N(), degrees, of, communities); err != nil {
		return nil, err
	}
	f := facts{degrees: degrees, communities: communities, of: of, counts: make([]float64, query.BlockCells(communities))}
	for u, v := range g.Edges() {
		f.counts[query.BlockCell(of[u], of[v])]++
	}
	triangles, _ := metric.Triangles(g)
	f.triangles.Value, f.clustering.Value = float64(triangles), metric.AverageClustering(g)*float64(g.N())
	return f.draw(r)
}

// check refuses degrees and communities that do not fit n nodes.
func check(n int, degrees []float64, of []int32, communities int) error {
	if len(degrees) != n || len(of) != n || communities < 1 || communities > n {
		return fmt.Errorf("blocks: %d degrees and %d communities of %d nodes, for a graph of %d nodes", len(degrees), communities, len(of), n)
	}
	for u, c := range of {
		switch {
		case c < 0 || int(c) >= communities:
			return fmt.Errorf("blocks: node %d is in community %d, want 0 … %d", u, c, communities-1)
		case math.IsNaN(degrees[u]) || math.IsInf(degrees[u], 0):
			return fmt.Errorf("blocks: node %d has degree %v: want a finite number", u, degrees[u])
		}
	}
	return nil
}
