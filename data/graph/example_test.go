package graph_test

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

func ExampleFromEdges() {
	// A square with a diagonal, given with a loop and an edge twice, and a fifth
	// node that has no edge.
	edges := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 0}, {U: 0, V: 2}, {U: 2, V: 2}, {U: 1, V: 0}}
	g, report, err := graph.FromEdges(5, edges, graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.N(), "nodes,", g.M(), "edges, dropped:", report.LoopsDropped, "loop,", report.DuplicatesDropped, "duplicate")
	fmt.Println("neighbours of 2:", g.Neighbors(2))
	fmt.Println("sizes of components:", g.Components().Sizes)
	for u, v := range g.Edges() {
		fmt.Print(u, "-", v, " ")
	}
	// Output:
	// 5 nodes, 5 edges, dropped: 1 loop, 1 duplicate
	// neighbours of 2: [0 1 3]
	// sizes of components: [4 1]
	// 0-1 0-2 0-3 1-2 2-3
}

func ExampleGraph_Induced() {
	g, _, err := graph.FromEdges(4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}}, graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := g.Induced([]int32{3, 2, 0}) // 3 becomes 0, 2 becomes 1, 0 becomes 2
	if err != nil {
		fmt.Println(err)
		return
	}
	for u, v := range s.Edges() {
		fmt.Println(u, v)
	}
	// Output:
	// 0 1
}
