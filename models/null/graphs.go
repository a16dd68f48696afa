package null

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
)

// edgeSet holds undirected edges, the smaller end first.
type edgeSet map[graph.Edge]bool

// add tells whether the edge {u,v} is new and no loop.
func (s edgeSet) add(u, v int32) bool {
	e := graph.Edge{U: min(u, v), V: max(u, v)}
	if u == v || s[e] {
		return false
	}
	s[e] = true
	return true
}

func (s edgeSet) graph(n int) (*graph.Graph, error) {
	edges := make([]graph.Edge, 0, len(s))
	for e := range s {
		edges = append(edges, e)
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	return g, err
}

// Uniform draws one of the graphs with n nodes and m edges, each as likely.
func Uniform(n, m int, r *rand.Rand) (*graph.Graph, error) { return gen.GNM(n, m, r) }

// Neighbour gives every node a uniform neighbour, then draws uniform pairs until
// there are m edges: what a method makes whose scores say nothing, if it spares
// no node an edge. There are more than m edges if the neighbours alone make more.
func Neighbour(n, m int, r *rand.Rand) (*graph.Graph, error) {
	switch {
	case r == nil:
		return nil, fmt.Errorf("null: no source of randomness")
	case n < 2:
		return nil, fmt.Errorf("null: %d nodes have no neighbours", n)
	case m < 0 || m > n*(n-1)/2:
		return nil, fmt.Errorf("null: %d edges on %d nodes, want 0 … %d", m, n, n*(n-1)/2)
	}
	taken := make(edgeSet, m)
	draw := func(u int32) {
		v := r.Int32N(int32(n - 1))
		if v >= u {
			v++
		}
		taken.add(u, v)
	}
	for u := range int32(n) {
		draw(u) // a neighbour, new or there already
	}
	for len(taken) < m {
		draw(r.Int32N(int32(n)))
	}
	return taken.graph(n)
}

// WithDegrees draws a graph whose node u has degrees[u] neighbours, as far as a
// simple graph can: stubs are joined in random pairs, those that would make a
// loop or an edge twice again, for as long as that helps. The degrees must be
// public or paid for. It also returns how many stubs found no partner.
func WithDegrees(degrees []int32, r *rand.Rand) (*graph.Graph, int, error) {
	if r == nil {
		return nil, 0, fmt.Errorf("null: no source of randomness")
	}
	n := len(degrees)
	var stubs []int32
	for u, d := range degrees {
		if d < 0 || int(d) >= max(n, 1) {
			return nil, 0, fmt.Errorf("null: node %d is to have %d neighbours, want 0 … %d", u, d, n-1)
		}
		for range d {
			stubs = append(stubs, int32(u))
		}
	}
	taken := make(edgeSet, len(stubs)/2)
	for rounds := 0; len(stubs) > 1 && rounds < 20; rounds++ {
		r.Shuffle(len(stubs), func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
		left := stubs[:0]
		for i := 0; i+1 < len(stubs); i += 2 {
			if u, v := stubs[i], stubs[i+1]; !taken.add(u, v) {
				left = append(left, u, v)
			}
		}
		if len(stubs)%2 == 1 {
			left = append(left, stubs[len(stubs)-1])
		}
		stubs = left
	}
	g, err := taken.graph(n)
	return g, len(stubs), err
}

// Empty is a network with the nodes of w and nothing else that is private: no
// edges, no attributes, no labels. A method that is run on it sees gradients of
// zero and adds its own noise: the control for anything that a method trains.
func Empty(w *graph.Network) (*graph.Network, error) {
	if w == nil || w.Graph == nil {
		return nil, fmt.Errorf("null: no graph")
	}
	g, _, err := graph.FromEdges(w.Graph.N(), nil, graph.Options{Directed: w.Graph.Directed()})
	if err != nil {
		return nil, err
	}
	return &graph.Network{Graph: g}, nil
}
