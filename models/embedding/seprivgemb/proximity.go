package seprivgemb

import (
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Proximity is a measure p_ij of the closeness of two nodes: [SE-PrivGEmb] Def. 4. It is the weight
// of an edge in the loss, so it is computed on edges only, without an n × n matrix.
type Proximity int

const (
	// Uniform is 1 on every edge: the loss without a structure preference, and the only proximity
	// here that does not depend on the rest of the graph.
	Uniform Proximity = iota + 1
	// DeepWalk is (T + T²)/2 with T = D⁻¹A, as in the authors' code.
	DeepWalk
	// Degree is d_i·d_j/(2|E|). The paper names a degree proximity without a formula: this is our
	// reading.
	Degree
)

// String returns the proximity's name.
func (p Proximity) String() string {
	return named("Proximity", int(p), "uniform", "DeepWalk", "degree")
}

// OnEdges computes p_ij and p_ji of [SE-PrivGEmb] Def. 4 for every edge {i,j}, i < j, in the order
// of [graph.Graph.Edges]. DeepWalk takes time Σ min(d_i,d_j) over the edges, and memory for the
// edges only.
func (p Proximity) OnEdges(g *graph.Graph) (forward, back []float64, err error) {
	if g.Directed() {
		return nil, nil, errors.New("seprivgemb: the graph is directed: proximities need an undirected graph")
	}
	m := g.M()
	forward = make([]float64, m)
	back = forward
	d := func(u int32) float64 { return float64(g.Degree(u)) }
	weigh := func(i int, u, v int32) { forward[i] = 1 } // [SE-PrivGEmb] Eq. 4, g of the two nodes
	switch p {
	case Uniform:
	case Degree:
		weigh = func(i int, u, v int32) { forward[i] = d(u) * d(v) / float64(2*m) }
	case DeepWalk: // p_ij = (1 + Σ 1/d_m over common m)/(2 d_i)
		common(g, newEdgeIndex(g), forward)
		back = make([]float64, m)
		weigh = func(i int, u, v int32) {
			s := (1 + forward[i]) / 2
			forward[i], back[i] = s/d(u), s/d(v)
		}
	default:
		return nil, nil, fmt.Errorf("seprivgemb: invalid proximity %v", p)
	}
	i := 0
	for u, v := range g.Edges() {
		weigh(i, u, v)
		i++
	}
	return forward, back, nil
}

// edgeIndex finds the index of an edge in the order of Edges.
type edgeIndex struct {
	g     *graph.Graph
	first []int // by node, the index of its first edge to a larger id
	lower []int // and its number of smaller neighbours
}

func newEdgeIndex(g *graph.Graph) *edgeIndex {
	n := g.N()
	x := &edgeIndex{g, make([]int, n), make([]int, n)}
	next := 0
	for u := range n {
		list := g.Neighbors(int32(u))
		x.lower[u], _ = slices.BinarySearch(list, int32(u))
		x.first[u] = next
		next += len(list) - x.lower[u]
	}
	return x
}

// at returns the index of the edge {u,v}, if it exists.
func (x *edgeIndex) at(u, v int32) (place int, ok bool) {
	u, v = min(u, v), max(u, v)
	k, ok := slices.BinarySearch(x.g.Neighbors(u), v)
	return x.first[u] + k - x.lower[u], ok
}

// common sums 1/d over the common neighbours of each edge's ends. It marks the neighbours of the
// end with higher degree, and scans those of the other.
func common(g *graph.Graph, x *edgeIndex, out []float64) {
	n := g.N()
	of := make([]float64, n)
	for u := range of {
		of[u] = 1 / float64(g.Degree(int32(u)))
	}
	spaces := make([][]bool, parallel.Most())
	parallel.Blocks(n, 64, func(worker, lo, hi int) {
		if spaces[worker] == nil {
			spaces[worker] = make([]bool, n)
		}
		marked := spaces[worker]
		for u := int32(lo); u < int32(hi); u++ {
			list := g.Neighbors(u)
			for _, w := range list {
				marked[w] = true
			}
			for _, v := range list {
				shorter := g.Neighbors(v)
				if len(shorter) > len(list) || len(shorter) == len(list) && v > u {
					continue
				}
				sum := 0.0
				for _, w := range shorter {
					if marked[w] {
						sum += of[w]
					}
				}
				place, _ := x.at(u, v)
				out[place] = sum
			}
			for _, w := range list {
				marked[w] = false
			}
		}
	})
}
