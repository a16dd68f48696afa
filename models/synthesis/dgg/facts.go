package dgg

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/synthesis"
)

// facts are what a graph is drawn from.
type facts struct {
	degrees    []float64 // whole numbers
	triangles  float64
	clustering float64 // the sum of local clustering over all nodes
}

const (
	drafts = 6       // of the graph, each with densities that correct those of the one before
	most   = 1 << 20 // edges of a graph whose edges are swapped
)

// draw drafts the graph until it has about the triangles and the clustering. Edge swaps bring the
// nearest draft to the triangles. Nodes have their degrees in each.
func (f facts) draw(w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	b, err := newBlocks(f.degrees, r)
	if err != nil {
		return nil, err
	}
	var best *graph.Graph
	wanted, nearest, few := f, math.Inf(1), false
	for range drafts {
		g, err := b.wire(synthesis.ProfileOf(f.degrees, wanted.triangles, wanted.clustering), w, r)
		if err != nil {
			return nil, err
		}
		count, at := metric.Triangles(g)
		sum := clusteringOf(g, at)
		if off := apart(f.triangles, float64(count)) + apart(f.clustering, sum); off < nearest {
			best, nearest, few = g, off, float64(count) < f.triangles
		}
		wanted.triangles = max(wanted.triangles+f.triangles-float64(count), wanted.triangles/2)
		wanted.clustering = max(wanted.clustering+f.clustering-sum, wanted.clustering/2)
	}
	switch {
	case best.M() > most:
		return best, nil
	case few:
		return w.Close(best, int(f.triangles), r)
	}
	return w.Thin(best, int(f.triangles), nil, r)
}

// apart is how far two numbers are from each other, by their ratio.
func apart(x, y float64) float64 { return math.Abs(math.Log((x + 1) / (y + 1))) }

// clusteringOf is the sum of local clustering, of nodes in so many triangles.
func clusteringOf(g *graph.Graph, triangles []int64) (sum float64) {
	for u, t := range triangles {
		if d := float64(g.Degree(int32(u))); d > 1 {
			sum += float64(t) * 2 / (d * (d - 1))
		}
	}
	return sum
}

// wire draws blocks with the clustering of a profile, and joins the rest of the degrees at random.
func (b blocks) wire(p synthesis.Profile, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	left := make([]int32, len(b.wanted))
	for u, d := range b.wanted {
		left[u] = int32(d)
	}
	var edges []graph.Edge
	for _, nodes := range b.groups {
		block, err := w.GNP(len(nodes), math.Cbrt(p.At(b.wanted[nodes[0]])), r) // [SKP12] Densities
		if err != nil {
			return nil, err
		}
		edges = edgesOf(block, nodes, edges)
		for i, u := range nodes {
			left[u] -= int32(block.Degree(int32(i))) // [SKP12] Excess
		}
	}
	return w.Beside(edges, left, r)
}
