package netgan

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
)

// walks holds walks of equal length: for each step, the nodes of all walks.
type walks [][]int32

// walker samples random walks on a graph: from a uniform node with an edge, each step to a uniform
// neighbour.
type walker struct {
	*graph.Graph
	starts []int32
}

func newWalker(g *graph.Graph) walker {
	w := walker{Graph: g}
	for u := range int32(g.N()) {
		if g.Degree(u) > 0 {
			w.starts = append(w.starts, u)
		}
	}
	return w
}

// walk samples walks.
func (w walker) walk(count, length int, rng *rand.Rand) walks {
	all := make(walks, length)
	for t := range all {
		all[t] = make([]int32, count)
		for b := range all[t] {
			if t == 0 {
				all[t][b] = w.starts[rng.IntN(len(w.starts))]
			} else {
				around := w.Neighbors(all[t-1][b])
				all[t][b] = around[rng.IntN(len(around))]
			}
		}
	}
	return all
}

// tensor returns the walks as a network input, [T, B, 1].
func (w walks) tensor() *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(slices.Concat(w...), len(w), len(w[0]), 1)
}

// scores counts the steps of walks between nodes.
type scores struct {
	nodes int
	count []float64 // from u to v, at u·nodes + v
}

func newScores(nodes int) *scores { return &scores{nodes, make([]float64, nodes*nodes)} }

func (s *scores) add(w walks) {
	for t := 1; t < len(w); t++ {
		for b, v := range w[t] {
			s.count[int(w[t-1][b])*s.nodes+int(v)]++
		}
	}
}

// of returns the score of a pair, the larger count of both directions.
func (s *scores) of(u, v int) float64 {
	if u == v {
		return 0
	}
	return max(s.count[u*s.nodes+v], s.count[v*s.nodes+u])
}

// assemble returns the wanted number of edges, or fewer if the walks have fewer: [NETGAN18]
// Assembling the adjacency matrix. First every node, in random order, takes an edge in proportion
// to its scores; then pairs are sampled by score without replacement.
func (s *scores) assemble(edges int, rng *rand.Rand) (list []graph.Edge) {
	taken := make(map[graph.Edge]bool)
	take := func(u, v int) {
		e := graph.Edge{U: int32(min(u, v)), V: int32(max(u, v))}
		if !taken[e] {
			taken[e] = true
			list = append(list, e)
		}
	}
	for _, u := range rng.Perm(s.nodes) {
		if len(list) == edges {
			return list
		}
		total := 0.0
		for v := range s.nodes {
			total += s.of(u, v)
		}
		at, left := -1, rng.Float64()*total
		for v := 0; v < s.nodes && left >= 0; v++ {
			if x := s.of(u, v); x > 0 {
				at, left = v, left-x
			}
		}
		if at >= 0 {
			take(u, at)
		}
	}
	// timed is a pair with an exponential time; the smallest times sample without replacement.
	type timed struct {
		u, v int
		time float64
	}
	var rest []timed
	for u := range s.nodes {
		for v := range u {
			if x := s.of(u, v); x > 0 && !taken[graph.Edge{U: int32(v), V: int32(u)}] {
				rest = append(rest, timed{v, u, rng.ExpFloat64() / x})
			}
		}
	}
	slices.SortFunc(rest, func(a, b timed) int { return cmp.Compare(a.time, b.time) })
	for _, e := range rest[:min(len(rest), edges-len(list))] {
		take(e.u, e.v)
	}
	return list
}
