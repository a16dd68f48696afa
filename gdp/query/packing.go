package query

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// TrianglePacking returns the most that the triangles can weigh together when each weighs
// at most 1 and those at a node at most most together: the number of triangles wherever no
// node is in more than that, and never more. A node, or an edge, then moves it by most,
// where it moves the number of triangles by as many as there are pairs of nodes, or nodes.
// The answer is too small by a 64th of most at the worst, which the bound counts.
func TrianglePacking[N gdp.Norm](rel gdp.Relation, n, most int) gdp.Bounded[N] {
	if most < 1 || most > 1<<20 {
		name := fmt.Sprintf("triangles, at most %d at a node; want 1 … %d", most, 1<<20)
		return gdp.Query(name, rel, N(math.NaN()), packingProof, func(*gdp.Data) ([]float64, error) {
			return nil, fmt.Errorf("query: %s", name)
		}).OnNodes(n).Scalar()
	}
	b := float64(most) + slackOf(most)
	moved := norms{b, b, b}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("triangles, at most %d at a node", most), n: n, cap: n - 1, scalar: true,
		basis:  packingProof,
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: moved, gdp.NodeLevel: moved, gdp.NodeUnbounded: moved},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(fractionalTriangles(g, most))
		},
	})
}

var packingProof = gdp.Proof{Doc: "proofs/queries.md#triangle-packing", Test: "TestTrianglePacking"}

// slackOf is how far below the optimum an answer is at most.
func slackOf(most int) float64 { return float64(most) / 64 }

// fractionalTriangles returns the weight of the packing, less the slack at
// most.
//
// A node that is in no more triangles than its capacity binds nothing. A triangle that has
// one binding node at most can weigh 1: what it takes of that node is not lost, for it comes
// from other triangles. So such nodes and triangles are peeled off, one after the other,
// and what is left is a linear program, which is solved until a packing and a cover are
// near to each other.
func fractionalTriangles(g *graph.Graph, most int) float64 {
	p := peelTriangles(listTriangles(g), g.N(), most)
	return float64(p.fixed) + p.rest.solve(slackOf(most))
}

// triangle is three nodes.
type triangle [3]int32

// listTriangles lists the triangles of a graph, each once.
func listTriangles(g *graph.Graph) (list []triangle) {
	n := int32(g.N())
	before := func(u, v int32) bool { // by degree, so that hubs come last
		du, dv := g.Degree(u), g.Degree(v)
		return du < dv || du == dv && u < v
	}
	later := make([][]int32, n)
	for u := range n {
		for _, v := range g.Neighbors(u) {
			if before(u, v) {
				later[u] = append(later[u], v)
			}
		}
	}
	mark := make([]bool, n)
	for u := range n {
		for _, v := range later[u] {
			mark[v] = true
		}
		for _, v := range later[u] {
			for _, w := range later[v] {
				if mark[w] {
					list = append(list, triangle{u, v, w})
				}
			}
		}
		for _, v := range later[u] {
			mark[v] = false
		}
	}
	return list
}

// peeled is what is fixed of a packing, and the rest of it.
type peeled struct {
	fixed int
	rest  program
}

// peelTriangles fixes triangles as long as there are any with no more than one binding node.
func peelTriangles(list []triangle, n, most int) (p peeled) {
	at := make([][]int32, n) // triangles of a node
	left, live := make([]int, n), make([]int, n)
	for i, t := range list {
		for _, u := range t {
			at[u] = append(at[u], int32(i))
			live[u]++
		}
	}
	free := make([]bool, n) // binds nothing
	gone := make([]bool, len(list))
	binding := make([]int8, len(list)) // how many nodes bind a triangle
	var nodes, triangles []int32       // to look at
	for u := range int32(n) {
		left[u] = most
		nodes = append(nodes, u)
	}
	for i := range list {
		binding[i] = 3
	}
	for len(nodes) > 0 || len(triangles) > 0 {
		for len(nodes) > 0 {
			u := nodes[len(nodes)-1]
			nodes = nodes[:len(nodes)-1]
			if free[u] || live[u] > left[u] {
				continue
			}
			free[u] = true
			for _, i := range at[u] {
				if binding[i]--; !gone[i] && binding[i] <= 1 {
					triangles = append(triangles, i)
				}
			}
		}
		if len(triangles) == 0 {
			break
		}
		i := triangles[len(triangles)-1]
		triangles = triangles[:len(triangles)-1]
		if gone[i] {
			continue
		}
		gone[i] = true
		p.fixed++
		for _, u := range list[i] {
			live[u]--
			if free[u] {
				continue
			}
			if left[u]--; left[u] > 0 {
				continue
			}
			for _, j := range at[u] { // u is full: its other triangles weigh nothing
				if gone[j] {
					continue
				}
				gone[j] = true
				for _, v := range list[j] {
					live[v]--
					nodes = append(nodes, v)
				}
			}
		}
	}
	p.rest = programOf(list, gone, free, left)
	return p
}
