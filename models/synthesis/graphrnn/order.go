package graphrnn

import (
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// search is a breadth-first search of a graph: the nodes in the order in which they are
// found, and the place of each in it.
type search struct{ nodes, places []int32 }

// breadthFirst searches a graph whose nodes stand in a random order: it begins at the first node,
// takes the neighbours of a node in their order, and continues at the first node that it has not
// found when a component is done: [GRAPHRNN18] Breadth-first search, for graphs of several
// components too.
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

// width is the largest distance in the order between two nodes that have an edge, and 1 without
// edges.
func (s search) width(g *graph.Graph) int {
	most := 1
	for u, v := range g.Edges() {
		most = max(most, int(s.places[u]-s.places[v]), int(s.places[v]-s.places[u]))
	}
	return most
}

// orders are how many random orders a bandwidth is taken from.
const orders = 200

// bandwidth returns the M of [GRAPHRNN18] Breadth-first search: the largest width of random orders
// of the graph.
func bandwidth(g *graph.Graph, rng *rand.Rand) int {
	most := 1
	for range orders {
		most = max(most, breadthFirst(g, rng).width(g))
	}
	return most
}

// within searches until the width is within M, as it is of nearly every order of the graph that
// M was taken from. Where it is not, the last search is returned, of which edges are lost.
func within(g *graph.Graph, m int, rng *rand.Rand) search {
	for tries := 1; ; tries++ {
		if s := breadthFirst(g, rng); tries == orders || s.width(g) <= m {
			return s
		}
	}
}

// A graph is written as a row of bits for each node but the first, and a last row without a bit.
// The row of node i says which of the nodes i-1, i-2 … i-M before it it has an edge with, the
// nearest first. A row without a bit ends a component, of which there is one in the paper.

// write writes a graph in the order of a search: [GRAPHRNN18] Graphs as sequences, of M bits a row.
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

// width returns how many nodes there are that row t has a bit for.
func width(t, m int) int { return min(t+1, m) }

// read returns the graph that rows of bits write, the last of which is not of a node.
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

// blank reports whether a row has no bit.
func blank(row []float32) bool {
	for _, x := range row {
		if x != 0 {
			return false
		}
	}
	return true
}
