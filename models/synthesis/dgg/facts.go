package dgg

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/synthesis"
)

// facts are the statistics from which the graph is generated.
type facts struct {
	degrees    []float64 // integers
	triangles  gen.Target
	clustering gen.Target // sum of local clustering
}

// drafts is the number of drafts of the graph; each corrects the targets of the one before.
const drafts = 6

// draw drafts the graph repeatedly towards the given triangle count and clustering. Edge swaps bring
// the nearest draft closer to both. Each draft has the given degrees.
func (f facts) draw(w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	b, err := newBlocks(f.degrees, r)
	if err != nil {
		return nil, err
	}
	var best *graph.Graph
	triangles, clustering, nearest := f.triangles.Value, f.clustering.Value, math.Inf(1)
	for range drafts {
		g, err := b.wire(synthesis.ProfileOf(f.degrees, triangles, clustering), w, r)
		if err != nil {
			return nil, err
		}
		count, at := metric.Triangles(g)
		sum := clusteringOf(g, at)
		if off := logRatio(f.triangles.Value, float64(count)) + logRatio(f.clustering.Value, sum); off < nearest {
			best, nearest = g, off
		}
		triangles = max(triangles+f.triangles.Value-float64(count), triangles/2)
		clustering = max(clustering+f.clustering.Value-sum, clustering/2)
	}
	return w.Match(best, f.triangles, f.clustering, nil, r)
}

// logRatio returns the absolute log ratio of two counts.
func logRatio(x, y float64) float64 { return math.Abs(math.Log((x + 1) / (y + 1))) }

// clusteringOf returns the sum of local clustering from the triangles at each node.
func clusteringOf(g *graph.Graph, triangles []int64) (sum float64) {
	for u, t := range triangles {
		if d := float64(g.Degree(int32(u))); d > 1 {
			sum += float64(t) * 2 / (d * (d - 1))
		}
	}
	return sum
}

// wire draws blocks with the clustering of a profile and joins the remaining half-edges at random.
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
