package seprivgemb

import (
	"errors"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Centres says which end of an edge its subgraph is centred at. The paper does not
// say.
type Centres int

const (
	// FirstID is the end with the smaller id: as networkx lists edges, for ids in
	// the order in which a file names them. A node with no larger neighbour is
	// never a centre, and its row of W_in stays what it was drawn as.
	FirstID Centres = iota + 1
	// RandomEnd throws a coin for every edge.
	RandomEnd
	// FirstSeen is the end that the graph's file names first: as networkx lists the edges of a
	// graph that it read from a file, which is what the authors' code does.
	FirstSeen
)

// subgraph is an edge and the negative samples of its centre.
type subgraph struct {
	centre  int32
	weight  float64 // p_ij, i the centre
	targets []int32 // v⁰, the other end, then v¹ … v^k
}

// subgraphs draws k nodes for every edge, each until it is not a neighbour of the
// centre: [SE-PrivGEmb] Alg. 1. The centre passes that test itself; a node adjacent to
// all others gets nothing but itself. Seen is when the graph's file names each node, for FirstSeen.
func subgraphs(g *graph.Graph, seen []int32, p Proximity, centres Centres, k int, r *rand.Rand) ([]subgraph, error) {
	if centres == FirstSeen && len(seen) != g.N() {
		return nil, errors.New("seprivgemb: centres by the order of the graph's file, which is not known: the graph is not from an edge list")
	}
	forward, back, err := p.OnEdges(g)
	if err != nil {
		return nil, err
	}
	list := make([]subgraph, 0, g.M())
	targets := make([]int32, 0, g.M()*(k+1))
	for u, v := range g.Edges() {
		s := subgraph{centre: u, weight: forward[len(list)]}
		if centres == RandomEnd && r.Uint64()&1 == 1 || centres == FirstSeen && seen[v] < seen[u] {
			s.centre, s.weight, v = v, back[len(list)], u
		}
		from := len(targets)
		targets = append(targets, v)
		for len(targets)-from <= k {
			if n := r.Int32N(int32(g.N())); !g.HasEdge(s.centre, n) {
				targets = append(targets, n)
			}
		}
		s.targets = targets[from:len(targets):len(targets)]
		list = append(list, s)
	}
	return list, nil
}
