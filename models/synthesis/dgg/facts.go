package dgg

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
)

// facts are what a graph is drawn from.
type facts struct {
	degrees    []float64 // whole numbers
	triangles  float64
	clustering float64 // the sum of local clustering over all nodes
}

const (
	drafts   = 6 // of the graph, each with densities that correct those of the one before
	steepest = 8 // power of the degree by which clustering may fall
)

// draw drafts the graph until it has about the triangles and the clustering, and returns the
// nearest draft. Nodes have their degrees in each.
func (f facts) draw(w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	b, err := newBlocks(f.degrees, r)
	if err != nil {
		return nil, err
	}
	var best *graph.Graph
	wanted, nearest := f, math.Inf(1)
	for range drafts {
		g, err := b.wire(wanted.profile(), w, r)
		if err != nil {
			return nil, err
		}
		count, at := metric.Triangles(g)
		sum := clusteringOf(g, at)
		if off := apart(f.triangles, float64(count)) + apart(f.clustering, sum); off < nearest {
			best, nearest = g, off
		}
		wanted.triangles = max(wanted.triangles+f.triangles-float64(count), wanted.triangles/2)
		wanted.clustering = max(wanted.clustering+f.clustering-sum, wanted.clustering/2)
	}
	return best, nil
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

// profile is the clustering of nodes by degree d: scale·d^-power, and 1 at most.
type profile struct{ scale, power float64 }

func (p profile) at(degree float64) float64 { return min(p.scale*math.Pow(degree, -p.power), 1) }

// profile returns the one with which nodes have so many triangles and, as far as a power from -1
// allows, that clustering: the steeper, the fewer triangles go with it.
func (f facts) profile() profile {
	count := map[float64]float64{}
	for _, d := range f.degrees {
		if d > 1 {
			count[d]++
		}
	}
	degrees := slices.Sorted(maps.Keys(count))
	sum := func(p profile, weight func(d float64) float64) (all float64) {
		for _, d := range degrees {
			all += count[d] * weight(d) * p.at(d)
		}
		return all
	}
	of := func(power float64) profile {
		scale := bisect(-10, 10+power*math.Log(float64(len(f.degrees))), func(x float64) bool {
			return sum(profile{math.Exp(x), power}, func(d float64) float64 { return d * (d - 1) / 6 }) < f.triangles
		})
		return profile{math.Exp(scale), power}
	}
	return of(bisect(-1, steepest, func(power float64) bool {
		return sum(of(power), func(float64) float64 { return 1 }) < f.clustering
	}))
}

// bisect returns where below, which is true of small numbers, ends to be so.
func bisect(low, high float64, below func(x float64) bool) float64 {
	for range 30 {
		if x := (low + high) / 2; below(x) {
			low = x
		} else {
			high = x
		}
	}
	return low
}

// wire draws blocks with the clustering of a profile, and joins the rest of the degrees at random.
func (b blocks) wire(p profile, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	left := make([]int32, len(b.wanted))
	for u, d := range b.wanted {
		left[u] = int32(d)
	}
	var edges []graph.Edge
	for _, nodes := range b.groups {
		block, err := w.GNP(len(nodes), math.Cbrt(p.at(b.wanted[nodes[0]])), r) // [SKP12] Densities
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
