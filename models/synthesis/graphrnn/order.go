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
