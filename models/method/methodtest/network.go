package methodtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// Network returns a graph of 64 nodes in two classes. Edges are likelier within a class,
// and each node has two of six attributes, some more likely in its class.
func Network() *graph.Network { return blocks(64, 1) }

const columns = 6

// blocks returns a graph of n nodes in two classes.
func blocks(n int, seed uint64) *graph.Network {
	r := rand.New(rand.NewPCG(seed, 20))
	labels := make([]int32, n)
	var edges []graph.Edge
	for u := range labels {
		labels[u] = int32(u % 2)
		for v := range u {
			p := 0.05
			if labels[u] == labels[v] {
				p = 0.2
			}
			if r.Float64() < p {
				edges = append(edges, graph.Edge{U: int32(v), V: int32(u)})
			}
		}
	}
	return &graph.Network{
		Graph: graphOf(n, edges, graph.Options{}), Labels: labels, Classes: []string{"even", "odd"},
		Attrs: words(labels, 1, r),
	}
}

// words returns two attributes of a size for each node.
func words(labels []int32, size float32, r *rand.Rand) *graph.Attributes {
	offsets, list := []int64{0}, []int32{}
	for _, label := range labels {
		first := label + 2*int32(r.IntN(columns/2))
		list = append(list, min(first, columns-2), columns-1)
		offsets = append(offsets, int64(len(list)))
	}
	a, err := graph.NewAttributes(columns, offsets, list, slices.Repeat([]float32{size}, len(list)))
	if err != nil {
		panic(err) // the columns ascend
	}
	return a
}

// graphOf returns a graph whose edges are in range.
func graphOf(n int, edges []graph.Edge, o graph.Options) *graph.Graph {
	g, _, err := graph.FromEdges(n, edges, o)
	if err != nil {
		panic(err)
	}
	return g
}

// named is a graph with a name.
type named struct {
	name string
	net  *graph.Network
}

// unexpectedGraphs returns graphs that a method may not expect.
func unexpectedGraphs() []named {
	usual := blocks(40, 2)
	n := usual.Graph.N()
	var all, star, half []graph.Edge
	for u, v := range usual.Graph.Edges() {
		all = append(all, graph.Edge{U: u, V: v})
		if int(max(u, v)) < n/2 {
			half = append(half, graph.Edge{U: u, V: v})
		}
	}
	var loops []graph.Edge
	for u := range int32(n) {
		loops = append(loops, graph.Edge{U: u, V: u})
		if u > 0 {
			star = append(star, graph.Edge{U: 0, V: u})
		}
	}
	with := func(change func(net *graph.Network)) *graph.Network {
		net := *usual
		change(&net)
		return &net
	}
	edges := func(list []graph.Edge, o graph.Options) *graph.Network {
		return with(func(net *graph.Network) { net.Graph = graphOf(n, list, o) })
	}
	return []named{
		{"no nodes", &graph.Network{Graph: new(graph.Graph)}},
		{"one node", blocks(1, 2)},
		{"two nodes", blocks(2, 2)},
		{"no edges", edges(nil, graph.Options{})},
		{"loops alone", edges(loops, graph.Options{})},
		{"a star", edges(star, graph.Options{})},
		{"isolated nodes", edges(half, graph.Options{})},
		{"arcs", edges(all, graph.Options{Directed: true})},
		{"one class", with(func(net *graph.Network) { net.Labels, net.Classes = make([]int32, n), []string{"even"} })},
		{"one class of two", with(func(net *graph.Network) { net.Labels = make([]int32, n) })},
		{"unknown classes", with(func(net *graph.Network) { net.Labels = slices.Repeat([]int32{graph.Unlabeled}, n) })},
		{"no labels", with(func(net *graph.Network) { net.Labels, net.Classes = nil, nil })},
		{"no attributes", with(func(net *graph.Network) { net.Attrs = nil })},
		{"attributes of the largest size", with(func(net *graph.Network) {
			net.Attrs = words(net.Labels, math.MaxFloat32, rand.New(rand.NewPCG(2, 2)))
		})},
	}
}
