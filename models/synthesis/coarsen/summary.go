package coarsen

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// density returns for each pair of nodes the probability of an edge: the edge count between their
// supernodes over the number of node pairs.
func density(s *dpgs.SummaryGraph) *release.Pairs {
	p := &release.Pairs{Block: s.Clusters}
	for _, c := range s.Cells {
		if pairs := capacity(s.Sizes[c.A], s.Sizes[c.B], c.A == c.B); pairs > 0 {
			p.Ends, p.Rates = append(p.Ends, []int32{c.A, c.B}), append(p.Rates, c.Edges/pairs)
		}
	}
	return p
}

// capacity returns the number of node pairs between two supernodes, or within one.
func capacity(a, b int, same bool) float64 {
	if same {
		return float64(a) * float64(a-1) / 2
	}
	return float64(a) * float64(b)
}

// summary assigns nodes at random to supernodes of nearly equal size.
func (Scattered) summary(_ context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error) {
	clusters := make([]int32, g.N())
	for i, u := range r.Perm(g.N()) {
		clusters[u] = int32(i % k)
	}
	return counted(g, clusters, k), nil
}

// Errors that no input should cause.
var (
	errStuck    = errors.New("coarsen: nothing is left to contract")
	errSpectrum = errors.New("coarsen: an eigendecomposition did not converge")
)

// counted returns the summary of a graph with exact edge counts between and within supernodes.
func counted(g *graph.Graph, clusters []int32, k int) *dpgs.SummaryGraph {
	s := &dpgs.SummaryGraph{Clusters: clusters, Sizes: sizesOf(clusters, k)}
	var all [][2]int32
	for u, v := range g.Edges() {
		a, b := clusters[u], clusters[v]
		all = append(all, [2]int32{min(a, b), max(a, b)})
	}
	slices.SortFunc(all, func(x, y [2]int32) int { return slices.Compare(x[:], y[:]) })
	for i, e := range all {
		if i == 0 || e != all[i-1] {
			s.Cells = append(s.Cells, gen.Cell{A: e[0], B: e[1]})
		}
		s.Cells[len(s.Cells)-1].Edges++
	}
	return s
}

// sizesOf returns the number of nodes in each of k supernodes.
func sizesOf(clusters []int32, k int) []int {
	sizes := make([]int, k)
	for _, c := range clusters {
		sizes[c]++
	}
	return sizes
}
