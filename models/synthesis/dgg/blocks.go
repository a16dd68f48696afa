package dgg

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/synthesis"
)

// blocks groups the nodes by ascending degree; a group has one node more than its smallest degree.
type blocks struct {
	wanted []float64 // degree of each node
	groups [][]int32 // nodes of degree 2 or more, ascending
}

// newBlocks groups the nodes, those of equal degree in random order: the order of nodes is public
// and may reveal communities.
func newBlocks(wanted []float64, r *rand.Rand) (blocks, error) {
	nodes := make([]int32, len(wanted))
	for i, u := range r.Perm(len(wanted)) {
		nodes[i] = int32(u)
	}
	groups, err := synthesis.Blocks(wanted, nodes)
	return blocks{wanted: wanted, groups: groups}, err
}

// ascending lists the nodes by degree, stably.
func ascending(degrees []float64) []int32 {
	order := make([]int32, len(degrees))
	for u := range order {
		order[u] = int32(u)
	}
	slices.SortStableFunc(order, func(u, v int32) int { return cmp.Compare(degrees[u], degrees[v]) })
	return order
}

// falling returns block densities that decrease with the degree.
func (b blocks) falling(rho, eta float64) []float64 {
	density := make([]float64, len(b.groups))
	largest := 0.0
	for _, d := range b.wanted {
		largest = max(largest, d)
	}
	for i, nodes := range b.groups {
		x := math.Log1p(b.wanted[nodes[0]]) / math.Log1p(largest)
		density[i] = rho * (1 - eta*x*x) // [SKP12] Densities
	}
	return density
}

// left returns the expected remaining degree of each node after the blocks.
func (b blocks) left(density []float64) []float64 {
	left := slices.Clone(b.wanted)
	for i, nodes := range b.groups {
		for _, u := range nodes {
			left[u] = max(left[u]-density[i]*float64(len(nodes)-1), 0) // [SKP12] Excess
		}
	}
	return left
}

// draw draws blocks with the given densities and joins nodes in proportion to the product of their
// remaining degrees.
func (b blocks) draw(density []float64, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	rest, err := w.ChungLu(b.left(density), r)
	if err != nil {
		return nil, err
	}
	edges := edgesOf(rest, nil, nil)
	for i, nodes := range b.groups {
		block, err := w.GNP(len(nodes), density[i], r)
		if err != nil {
			return nil, err
		}
		edges = edgesOf(block, nodes, edges)
	}
	g, _, err := graph.FromEdges(len(b.wanted), edges, graph.Options{})
	return g, err
}

// edgesOf appends the edges of a graph; nodes, if given, renumbers its nodes.
func edgesOf(g *graph.Graph, nodes []int32, edges []graph.Edge) []graph.Edge {
	for u, v := range g.Edges() {
		if nodes != nil {
			u, v = nodes[u], nodes[v]
		}
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	return edges
}

// benchmark generates a graph as PGB's code does. All nodes are in blocks, and larger blocks are
// denser. A node's remaining degree comes from the degree at its place in the ascending list, not
// from its own.
func benchmark(wanted []float64, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	order := ascending(wanted)
	sorted := make([]float64, len(order))
	for i, u := range order {
		sorted[i] = wanted[u]
	}
	degree := make([]float64, len(order))
	var edges []graph.Edge
	for first := 0; first < len(order); {
		nodes := order[first:min(first+int(sorted[first])+1, len(order))]
		p := math.Log1p(float64(len(nodes))) / math.Log1p(sorted[len(sorted)-1])
		block, err := w.GNP(len(nodes), min(p, 1), r) // a block of one node has no pair
		if err != nil {
			return nil, err
		}
		edges = edgesOf(block, nodes, edges)
		for i, u := range nodes {
			degree[u] = float64(block.Degree(int32(i)))
		}
		first += len(nodes)
	}
	left := make([]float64, len(order))
	for u := range left {
		left[u] = max(sorted[u]-degree[u], 0.1) // the degree of another node than u
	}
	rest, err := w.ChungLu(left, r)
	if err != nil {
		return nil, err
	}
	g, _, err := graph.FromEdges(len(order), edgesOf(rest, nil, edges), graph.Options{})
	return g, err
}
