package seprivgemb

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Proximity is a measure p_ij of how near two nodes are: [SE-PrivGEmb] Def. 4.
// In the loss it is the weight of an edge, so it is needed on edges alone, and no
// n × n matrix is ever made.
type Proximity int

const (
	// Uniform is 1 on every edge: the loss without a structure preference, and
	// the only proximity here that a change elsewhere in the graph leaves alone.
	Uniform Proximity = iota + 1
	// DeepWalk is (T + T²)/2 with T = D⁻¹A, of the authors' code.
	DeepWalk
	// Degree is d_i·d_j/(2|E|). The paper names a degree proximity and gives no
	// formula: this is our reading.
	Degree
	// CommonNeighbours is the number of them.
	CommonNeighbours
	// AdamicAdar adds 1/ln(d) of each common neighbour.
	AdamicAdar
	// ResourceAllocation adds 1/d of each common neighbour.
	ResourceAllocation
	// Katz is βA + β²A² + β³A³ with β = 0.05: walks of more steps are left out.
	Katz
	// PageRank is α·Σ_l (1-α)^l·T^l with α = 0.15 over walks of one to three
	// steps. Longer ones, with (1-α)⁴ of the weight, are left out.
	PageRank
)

var proximities = map[Proximity]struct {
	name string
	// Of a proximity of walks: weights of those of 1, 2 and 3 steps, and whether a
	// step from i to j counts 1/d_i.
	walks  []float64
	random bool
	// Of a sum over common neighbours: what one of that degree adds.
	common func(degree float64) float64
}{
	Uniform:            {name: "uniform"},
	DeepWalk:           {name: "DeepWalk", common: func(d float64) float64 { return 1 / d }},
	Degree:             {name: "degree"},
	CommonNeighbours:   {name: "common neighbours", common: func(float64) float64 { return 1 }},
	AdamicAdar:         {name: "Adamic-Adar", common: func(d float64) float64 { return 1 / math.Log(d) }}, // a common neighbour has d ≥ 2
	ResourceAllocation: {name: "resource allocation", common: func(d float64) float64 { return 1 / d }},
	Katz:               {name: "Katz", walks: []float64{0.05, 0.05 * 0.05, 0.05 * 0.05 * 0.05}},
	PageRank:           {name: "PageRank", walks: []float64{0.15 * 0.85, 0.15 * 0.85 * 0.85, 0.15 * 0.85 * 0.85 * 0.85}, random: true},
}

// String names the proximity.
func (p Proximity) String() string {
	if x, ok := proximities[p]; ok {
		return x.name
	}
	return fmt.Sprintf("Proximity(%d)", int(p))
}

// Check refuses an invalid proximity.
func (p Proximity) Check() error {
	if _, ok := proximities[p]; !ok {
		return fmt.Errorf("seprivgemb: invalid proximity %v", p)
	}
	return nil
}

// OnEdges computes p_ij and p_ji of [SE-PrivGEmb] Def. 4 for every edge {i,j}, i < j,
// in the order of [graph.Graph.Edges]. Sums over common neighbours take time Σ min(d_i,d_j) over
// the edges, walks of three steps Σ d² over the nodes; both take memory for the
// edges alone.
func (p Proximity) OnEdges(g *graph.Graph) (forward, back []float64, err error) {
	if err := p.Check(); err != nil {
		return nil, nil, err
	}
	if g.Directed() {
		return nil, nil, fmt.Errorf("seprivgemb: the graph is directed, proximities here are of undirected ones")
	}
	x, m := proximities[p], g.M()
	forward = make([]float64, m)
	back = forward
	d := func(u int32) float64 { return float64(g.Degree(u)) }
	switch {
	case x.walks != nil:
		if x.random {
			back = make([]float64, m)
		}
		walks(g, newEdgeIndex(g), x.walks, x.random, forward, back)
		return forward, back, nil
	case x.common != nil:
		common(g, newEdgeIndex(g), x.common, forward)
	}
	if p == DeepWalk {
		back = make([]float64, m)
	}
	i := 0
	for u, v := range g.Edges() {
		switch p {
		case Uniform:
			forward[i] = 1
		case Degree:
			forward[i] = d(u) * d(v) / float64(2*m)
		case DeepWalk:
			s := (1 + forward[i]) / 2 // p_ij = (1 + Σ 1/d_m over common m)/(2 d_i)
			forward[i], back[i] = s/d(u), s/d(v)
		}
		i++
	}
	return forward, back, nil
}

// edgeIndex finds the place of an edge in the order of Edges.
type edgeIndex struct {
	g     *graph.Graph
	first []int // for each node the place of its first edge to a larger id
	lower []int // and how many of its neighbours are smaller
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

// at returns the place of the edge {u,v}, if there is one.
func (x *edgeIndex) at(u, v int32) (place int, ok bool) {
	u, v = min(u, v), max(u, v)
	k, ok := slices.BinarySearch(x.g.Neighbors(u), v)
	return x.first[u] + k - x.lower[u], ok
}

// common sums f of the degree over the common neighbours of every edge's ends. An
// edge is done by its end of higher degree, whose neighbours are marked, from the
// list of the other.
func common(g *graph.Graph, x *edgeIndex, f func(degree float64) float64, out []float64) {
	n := g.N()
	of := make([]float64, n)
	for u := range of {
		of[u] = f(float64(g.Degree(int32(u))))
	}
	eachNode(n, func() []bool { return make([]bool, n) }, func(marked []bool, u int32) {
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
	})
}

// walks sums the weights of the walks of up to three steps between the ends of
// every edge: w₁X + w₂X² + w₃X³ with X = A, or D⁻¹A for random ones.
func walks(g *graph.Graph, x *edgeIndex, w []float64, random bool, forward, back []float64) {
	n := g.N()
	step := func(u int32) float64 { // an entry of X in the row of u
		if random {
			return 1 / float64(g.Degree(u))
		}
		return 1
	}
	eachNode(n, func() []float64 { return make([]float64, n) }, func(two []float64, u int32) {
		for _, m := range g.Neighbors(u) { // the row of u in X²
			s := step(u) * step(m)
			for _, v := range g.Neighbors(m) {
				two[v] += s
			}
		}
		for _, v := range g.Neighbors(u) {
			three := 0.0
			for _, m := range g.Neighbors(v) {
				three += two[m] * step(m)
			}
			place, _ := x.at(u, v)
			sum := w[0]*step(u) + w[1]*two[v] + w[2]*three
			switch {
			case u < v:
				forward[place] = sum
			case random:
				back[place] = sum
			}
		}
		for _, m := range g.Neighbors(u) {
			for _, v := range g.Neighbors(m) {
				two[v] = 0
			}
		}
	})
}

// eachNode calls f for every node, on all cores, each with its scratch space.
func eachNode[S any](n int, scratch func() S, f func(own S, u int32)) {
	spaces := make([]*S, parallel.Most())
	parallel.Blocks(n, 64, func(worker, lo, hi int) {
		if spaces[worker] == nil {
			own := scratch()
			spaces[worker] = &own
		}
		for u := lo; u < hi; u++ {
			f(*spaces[worker], int32(u))
		}
	})
}
