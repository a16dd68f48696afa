package graphrnn_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/synthesis/graphrnn"
)

// One graph for each graph, without privacy.
func Example() {
	club := data.Karate().Network
	c := graphrnn.NonPrivate.Settings
	c.Steps = 5 // for a good graph hundreds
	r, err := graphrnn.NonPrivate.With(c).RunOnCollection(context.Background(), &graph.Collection{Graphs: []*graph.Network{&club, &club}}, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(r.Graphs), "graphs of at most", club.Graph.N(), "nodes")
	// Output:
	// 2 graphs of at most 34 nodes
}
