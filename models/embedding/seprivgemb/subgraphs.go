package seprivgemb

import (
	"errors"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Centres selects the end of an edge at which its subgraph is centred. The paper does not specify
// it.
type Centres int

const (
	// FirstID is the end with the smaller id, like networkx for ids in the order of a file. A node
	// without larger neighbours is never a centre, and keeps its initial row of W_in.
	FirstID Centres = iota + 1
	// RandomEnd tosses a coin for every edge.
	RandomEnd
	// FirstSeen is the end that the graph's file names first, like networkx for a graph read from a
	// file, as in the authors' code.
	FirstSeen
)

// subgraph is an edge and the negative samples of its centre.
type subgraph struct {
	centre  int32
	weight  float64 // p_ij, where i is the centre
	targets []int32 // v⁰, the other end, then v¹ … v^k
}

// subgraphs samples k nodes for every edge, rejecting neighbours of the centre: [SE-PrivGEmb] Alg.
// 1. The centre itself is not rejected; a node adjacent to all others only gets itself. seen is the
// order in which the graph's file names the nodes, for FirstSeen.
func subgraphs(g *graph.Graph, seen []int32, p Proximity, centres Centres, k int, r *rand.Rand) ([]subgraph, error) {
	if centres == FirstSeen && len(seen) != g.N() {
		return nil, errors.New("seprivgemb: FirstSeen needs the node order of an edge-list file; this graph has none: use FirstID or RandomEnd")
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
