package netgan_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/synthesis/netgan"
)

// One graph for each graph, without privacy, with as many edges.
func Example() {
	club := data.Karate().Network
	c := netgan.NonPrivate.Settings
	c.Steps = 5 // for a good graph hundreds
	r, err := netgan.NonPrivate.With(c).RunOnCollection(context.Background(), &graph.Collection{Graphs: []*graph.Network{&club}}, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graphs[0])
	// Output:
	// undirected graph: 34 nodes, 78 edges
}
