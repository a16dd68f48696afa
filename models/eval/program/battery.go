package program

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// pair makes two neighbouring graphs.
type pair struct {
	name string
	make func(gdp.Relation) ([2]*graph.Network, error)
}

// starNodes is the number of nodes of [method.Star].
const starNodes = 64

// join returns a pair of graphs whose second graph has one more edge.
func join(name string, n int, rest []graph.Edge, u, v int32) pair {
	return pair{name, func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(n, rest, graph.Edge{U: u, V: v})
	}}
}

// hub returns a pair of 64 nodes at node level. One node has 40 neighbours or none, or is absent,
// as in [method.Hub].
func hub(name string, rest ...graph.Edge) pair { return pair{name, method.Hub(rest...)} }

// clique joins all nodes from first to last.
func clique(first, last int32) (edges []graph.Edge) {
	for u := first; u <= last; u++ {
		for v := u + 1; v <= last; v++ {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	return edges
}

// spokes joins a node to all nodes from first to last.
func spokes(u, first, last int32) (edges []graph.Edge) {
	for v := first; v <= last; v++ {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	return edges
}

// ring joins the nodes from first to last in a ring.
func ring(first, last int32) (edges []graph.Edge) {
	for u := first; u < last; u++ {
		edges = append(edges, graph.Edge{U: u, V: u + 1})
	}
	return append(edges, graph.Edge{U: first, V: last})
}

// battery returns the pairs for a relation. Each name states the worst case that the pair
// represents.
func battery(rel gdp.Relation) []pair {
	star := pair{"64 nodes, random edges: node 0 is joined to others or to nobody", method.Star}
	switch rel {
	case gdp.EdgeLevel:
		between := append(spokes(0, 2, 41), spokes(1, 2, 41)...)
		return []pair{
			star,
			join("two nodes with 40 common neighbours, joined or not: 40 triangles", 44, between, 0, 1),
			join("an edge between two isolated nodes, beside a ring of 12", 16, ring(4, 15), 0, 1),
			join("a clique of 10 nodes with or without an edge, beside a ring", 24, append(clique(0, 9)[1:], ring(10, 23)...), 0, 1),
			join("two cliques of 10 nodes with or without a bridge", 20, append(clique(0, 9), clique(10, 19)...), 0, 10),
			join("a hub of degree 40, with one more leaf or without", 44, append(spokes(0, 2, 41), ring(2, 41)...), 0, 1),
			join("three nodes in a triangle or in a path", 3, []graph.Edge{{U: 0, V: 2}, {U: 1, V: 2}}, 0, 1),
		}
	case gdp.NodeLevel:
		return []pair{
			star, hub("64 nodes without other edges: node 0 has 40 neighbours or none"), hub("node 0 is joined to 40 nodes of a clique or to nobody", clique(1, 45)...),
			hub("node 0 is joined to 40 nodes of a ring or to nobody", ring(1, 63)...),
		}
	case gdp.NodeUnbounded:
		return []pair{
			{"the last of 64 nodes, with 40 neighbours, is there or not; random edges", method.Star},
			hub("the last of 64 nodes, with 40 neighbours, is there or not; no other edges"), hub("the last node, joined to 40 nodes of a clique, is there or not", clique(0, 44)...),
			{"an isolated last node is there or not, beside a ring of 15", func(gdp.Relation) (worlds [2]*graph.Network, err error) {
				for w := range worlds {
					var g *graph.Graph
					if g, _, err = graph.FromEdges(15+w, ring(0, 14), graph.Options{}); err != nil {
						return worlds, err
					}
					worlds[w] = &graph.Network{Graph: g}
				}
				return worlds, nil
			}},
		}
	}
	return []pair{{"a graph of 64 nodes: random edges, or node 0 joined to 40 more, or no graph", method.Star}}
}

// worlds returns a pair of graphs for the program. For a classifier it adds two classes of nodes
// with one feature each, and a feature of the node that differs.
func (p *Program) worlds(make func(gdp.Relation) ([2]*graph.Network, error)) func(gdp.Relation) ([2]*graph.Network, error) {
	return func(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
		if worlds, err = make(rel); err != nil || p.kind != release.KindClassifier {
			return worlds, err
		}
		u, _ := differ(worlds)
		for i, w := range worlds {
			if w == nil || w.Attrs != nil && w.Labels != nil {
				continue
			}
			var edges []graph.Edge
			for a, b := range w.Graph.Edges() {
				edges = append(edges, graph.Edge{U: a, V: b})
			}
			x, err := method.TwoClasses(w.Graph.N(), 3, edges, func(v int) (int32, float32) {
				if int32(v) == u {
					return 2, 1
				}
				return int32(v % 2), 1
			})
			if err != nil {
				return worlds, err
			}
			if rel == gdp.NodeLevel {
				x.Labels[u] = int32(i)
			}
			worlds[i] = x
		}
		return worlds, nil
	}
}

// differ returns the node whose edges differ most between two graphs, and a node to which it has an
// edge in only one of them.
func differ(worlds [2]*graph.Network) (u, v int32) {
	if worlds[0] == nil || worlds[1] == nil {
		return 0, 1
	}
	a, b := worlds[0].Graph, worlds[1].Graph
	other, most := map[int32]int32{}, map[int32]int{}
	for i, g := range []*graph.Graph{a, b} {
		h := []*graph.Graph{b, a}[i]
		for x, y := range g.Edges() {
			if int(max(x, y)) < h.N() && h.HasEdge(x, y) {
				continue
			}
			most[x], most[y], other[x], other[y] = most[x]+1, most[y]+1, y, x
		}
	}
	u, v = int32(max(a.N(), b.N())-1), 0
	if a.N() != b.N() {
		return u, v // the last node is there or not
	}
	for x := range int32(a.N()) {
		if most[x] > most[u] {
			u = x
		}
	}
	if most[u] > 0 {
		v = other[u]
	}
	return u, v
}
