package graphrnn

import (
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// search is a breadth-first search of a graph: the nodes in the order of discovery, and the place
// of each.
type search struct{ nodes, places []int32 }

// breadthFirst searches a graph with randomly ordered nodes. It starts at the first node, visits
// neighbours in order, and after each component continues at the first undiscovered node:
// [GRAPHRNN18] Breadth-first search, extended to several components.
func breadthFirst(g *graph.Graph, rng *rand.Rand) search {
	n := g.N()
	ranks := make([]int32, n)
	shuffled := rng.Perm(n)
	for i, u := range shuffled {
		ranks[u] = int32(i)
	}
	s := search{places: make([]int32, n)}
	for i := range s.places {
		s.places[i] = -1
	}
	find := func(u int32) {
		s.places[u] = int32(len(s.nodes))
		s.nodes = append(s.nodes, u)
	}
	var around []int32
	for _, start := range shuffled {
		if s.places[start] >= 0 {
			continue
		}
		head := len(s.nodes)
		for find(int32(start)); head < len(s.nodes); head++ {
			around = append(around[:0], g.Neighbors(s.nodes[head])...)
			slices.SortFunc(around, func(u, v int32) int { return int(ranks[u] - ranks[v]) })
			for _, v := range around {
				if s.places[v] < 0 {
					find(v)
				}
			}
		}
	}
	return s
}

// width returns the largest distance in the order between adjacent nodes, at least 1.
func (s search) width(g *graph.Graph) int {
	most := 1
	for u, v := range g.Edges() {
		most = max(most, int(s.places[u]-s.places[v]), int(s.places[v]-s.places[u]))
	}
	return most
}

// orders is the number of random orders over which the bandwidth is taken.
const orders = 200

// bandwidth returns the M of [GRAPHRNN18] Breadth-first search: the largest width over random
// orders of the graph.
func bandwidth(g *graph.Graph, rng *rand.Rand) int {
	most := 1
	for range orders {
		most = max(most, breadthFirst(g, rng).width(g))
	}
	return most
}

// within searches until the width is at most m, which holds for nearly every order. If it fails, it
// returns the last search, which loses edges.
func within(g *graph.Graph, m int, rng *rand.Rand) search {
	for tries := 1; ; tries++ {
		if s := breadthFirst(g, rng); tries == orders || s.width(g) <= m {
			return s
		}
	}
}

// A graph is written as a row of bits for each node but the first, and a last row without set bits.
// The row of node i marks its neighbours among the nodes i-1, i-2 … i-M, the nearest first. An
// empty row ends a component; the paper has one component.

// write writes a graph in the order of a search: [GRAPHRNN18] Graphs as sequences, with M bits per
// row.
func write(g *graph.Graph, s search, m int) [][]float32 {
	rows := make([][]float32, g.N())
	for t := range rows {
		rows[t] = make([]float32, m)
	}
	for u, v := range g.Edges() {
		i, j := s.places[u], s.places[v]
		if i < j {
			i, j = j, i
		}
		if d := int(i - j); d <= m {
			rows[i-1][d-1] = 1
		}
	}
	return rows
}

// width returns the number of nodes for which row t has a bit.
func width(t, m int) int { return min(t+1, m) }

// read returns the graph that the rows encode; the last row encodes no node.
func read(rows [][]float32) (*graph.Graph, error) {
	var edges []graph.Edge
	for t, row := range rows[:len(rows)-1] {
		for d, bit := range row {
			if bit != 0 {
				edges = append(edges, graph.Edge{U: int32(t - d), V: int32(t + 1)})
			}
		}
	}
	g, _, err := graph.FromEdges(len(rows), edges, graph.Options{})
	return g, err
}

// blank reports whether a row has no set bits.
func blank(row []float32) bool {
	for _, x := range row {
		if x != 0 {
			return false
		}
	}
	return true
}
