package query

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// MostPacked is the largest most of [TrianglePacking].
const MostPacked = 1 << 30

// TrianglePacking returns the largest total weight of the triangles if each weighs at most 1 and
// those at a node at most most. This equals the number of triangles if no node is in more than most
// of them, and is never larger. One node or edge then moves the answer by most; it can move the
// number of triangles by the number of pairs of nodes, or of nodes. The computed answer may be too
// small by up to most/64, which the bound includes.
func TrianglePacking[N gdp.Norm](rel gdp.Relation, n, most int) gdp.Bounded[N] {
	name := fmt.Sprintf("triangles, at most %d at a node", most)
	return packing[N](rel, name, n, most, func(g *graph.Graph) (*graph.Graph, error) { return g, nil })
}

// TrianglePackingWithin is [TrianglePacking] for the triangles within one part. The parts must be
// public or released before. With k random parts of similar size, about one triangle in k² lies
// within a part: use it for graphs with more triangles than can be packed.
func TrianglePackingWithin[N gdp.Norm](rel gdp.Relation, part []int32, parts, most int) gdp.Bounded[N] {
	name := blocksName(fmt.Sprintf("triangles within, at most %d at a node,", most), part, parts)
	return packing[N](rel, name, validBlocks(part, parts), most, func(g *graph.Graph) (*graph.Graph, error) {
		var edges []graph.Edge
		for u, v := range g.Edges() {
			if part[u] == part[v] {
				edges = append(edges, graph.Edge{U: u, V: v})
			}
		}
		within, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
		return within, err
	})
}

// packing packs the triangles of a subgraph that of selects. One node or edge must change the
// subgraph by at most that node or edge.
func packing[N gdp.Norm](rel gdp.Relation, name string, n, most int, of func(g *graph.Graph) (*graph.Graph, error)) gdp.Bounded[N] {
	if most < 1 || most > MostPacked {
		name = fmt.Sprintf("%s; want 1 … %d", name, MostPacked)
		return gdp.Query(name, rel, N(math.NaN()), packingProof, func(*gdp.Data) ([]float64, error) {
			return nil, fmt.Errorf("query: %s", name)
		}).OnNodes(n)
	}
	b := float64(most) + slackOf(most)
	moved := norms{b, b, b}
	return bounded[N](rel, definition{
		name: name, n: n, cap: n - 1,
		basis:  packingProof,
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: moved, gdp.NodeLevel: moved, gdp.NodeUnbounded: moved},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			g, err := of(g)
			if err != nil {
				return nil, err
			}
			return scalar(fractionalTriangles(g, most))
		},
	})
}

var packingProof = gdp.Proof{Doc: "proofs/queries.md#triangle-packing", Test: "TestTrianglePacking"}

// slackOf returns the largest error of an answer below the optimum.
func slackOf(most int) float64 { return float64(most) / 64 }

// fractionalTriangles returns the weight of the packing, at most the slack below the optimum.
//
// A node in at most most triangles is not constrained. A triangle with at most one constrained node
// can weigh 1: the capacity that it uses is not lost, since other triangles give it up. Such nodes
// and triangles are peeled off one after the other. The rest is a linear program, solved until a
// packing and a cover are close to each other.
func fractionalTriangles(g *graph.Graph, most int) float64 {
	return pack(g.N(), most, func(yield func(nodes, _ triangle)) { eachTriangle(g, yield) })
}

// triangle is three nodes, or three edges.
type triangle [3]int32

// eachTriangle yields the nodes and the edges of each triangle once. Edges are numbered from 0.
func eachTriangle(g *graph.Graph, yield func(nodes, edges triangle)) {
	n := int32(g.N())
	before := func(u, v int32) bool { // by degree, so that hubs come last
		du, dv := g.Degree(u), g.Degree(v)
		return du < dv || du == dv && u < v
	}
	first := make([]int32, n+1) // index of the edges to later nodes
	later := make([]int32, 0, g.M())
	for u := range n {
		for _, v := range g.Neighbors(u) {
			if before(u, v) {
				later = append(later, v)
			}
		}
		first[u+1] = int32(len(later))
	}
	mark := make([]int32, n) // the edge from u, numbered from 1
	for u := range n {
		from, to := first[u], first[u+1]
		for i := from; i < to; i++ {
			mark[later[i]] = i + 1
		}
		for i := from; i < to; i++ {
			v := later[i]
			for k := first[v]; k < first[v+1]; k++ {
				if w := later[k]; mark[w] > 0 {
					yield(triangle{u, v, w}, triangle{i, k, mark[w] - 1})
				}
			}
		}
		for i := from; i < to; i++ {
			mark[later[i]] = 0
		}
	}
}

// pack returns the weight of the packing of triangles, each of which occupies three of n places, at
// most the slack below the optimum. It passes over the triangles twice and stores only those with
// two or more constrained places.
func pack(n, most int, all func(yield func(places, _ triangle))) float64 {
	live, count := make([]int32, n), 0
	all(func(t, _ triangle) {
		count++
		for _, u := range t {
			live[u]++
		}
	})
	if n == 0 || int(slices.Max(live)) <= most {
		return float64(count)
	}
	left := slices.Repeat([]int32{int32(most)}, n)
	fixed := 0
	var list []triangle
	all(func(t, _ triangle) {
		binding, at := 0, int32(-1)
		for _, u := range t {
			if int(live[u]) > most {
				binding, at = binding+1, u
			}
		}
		switch {
		case binding > 1:
			list = append(list, t)
		case binding == 0:
			fixed++
		case left[at] > 0:
			left[at]--
			fixed++
		}
	})
	p := peelTriangles(list, left)
	return float64(fixed+p.fixed) + p.rest.solve(slackOf(most))
}

// peeled is the fixed part of a packing and the remaining program.
type peeled struct {
	fixed int
	rest  program
}

// peelTriangles fixes triangles with at most one constrained place until there are none. Left holds
// the remaining capacities.
func peelTriangles(list []triangle, left []int32) (p peeled) {
	list = slices.DeleteFunc(list, func(t triangle) bool { return left[t[0]] <= 0 || left[t[1]] <= 0 || left[t[2]] <= 0 })
	n := len(left)
	first, live := make([]int, n+1), make([]int32, n)
	for _, t := range list {
		for _, u := range t {
			live[u]++
		}
	}
	for u, x := range live {
		first[u+1] = first[u] + int(x)
	}
	of, next := make([]int32, 3*len(list)), slices.Clone(first) // triangles of a place
	for i, t := range list {
		for _, u := range t {
			of[next[u]] = int32(i)
			next[u]++
		}
	}
	at := func(u int32) []int32 { return of[first[u]:first[u+1]] }
	free := make([]bool, n) // not constrained
	gone := make([]bool, len(list))
	binding := make([]int8, len(list)) // the number of constrained places of a triangle
	var places, triangles []int32      // to be processed
	for u := range int32(n) {
		if live[u] > 0 {
			places = append(places, u)
		}
	}
	for i := range list {
		binding[i] = 3
	}
	for len(places) > 0 || len(triangles) > 0 {
		for len(places) > 0 {
			u := places[len(places)-1]
			places = places[:len(places)-1]
			if free[u] || live[u] > left[u] {
				continue
			}
			free[u] = true
			for _, i := range at(u) {
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
			for _, j := range at(u) { // u is full: its other triangles weigh nothing
				if gone[j] {
					continue
				}
				gone[j] = true
				for _, v := range list[j] {
					live[v]--
					places = append(places, v)
				}
			}
		}
	}
	p.rest = programOf(list, gone, free, left)
	return p
}
