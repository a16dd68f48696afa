package metric_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
)

// ring is a cycle of n nodes.
func ring(n int32) *graph.Graph {
	var edges []graph.Edge
	for u := range n {
		edges = append(edges, graph.Edge{U: u, V: (u + 1) % n})
	}
	g, _, err := graph.FromEdges(int(n), edges, graph.Options{})
	if err != nil {
		panic(err)
	}
	return g
}

// Some statistics of a graph, chosen by name.
func ExampleAll() {
	o := metric.Default()
	o.Only = []string{"nodes", "edges", "triangles", "diameter", "cpl"}
	s, err := metric.All(context.Background(), ring(1000), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range s.Values() {
		fmt.Println(v.Name, v.X)
	}
	// Output:
	// nodes 1000
	// edges 1000
	// triangles 0
	// diameter 500
	// cpl 250.25025025025025
}

// A released graph compared with the original: statistics of each, and measures of both.
func ExampleCompare() {
	released, err := gen.GNM(1000, 1000, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		fmt.Println(err)
		return
	}
	o := metric.Default()
	o.Only = []string{"edges", "max_degree", "gini", "ks_degree"}
	c, err := metric.Compare(context.Background(), ring(1000), released, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(c)
	// Output:
	// metric      original  released  error
	// edges       1000      1000      0
	// gini        0         0.3716    ∞
	// max_degree  2         9         3.5
	// ks_degree   0         0.397     0.397
}
