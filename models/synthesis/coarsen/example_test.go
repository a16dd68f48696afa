package coarsen_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/synthesis/coarsen"
)

// A graph drawn from fewer supernodes than nodes, without privacy.
func Example() {
	club := data.Karate().Network
	r, err := coarsen.Lvn.RunOn(context.Background(), &club, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(club.Graph.N(), "nodes and", club.Graph.M(), "edges in", len(r.Summary.Sizes), "supernodes that have", r.Summary.Edges())
	// Output:
	// 34 nodes and 78 edges in 3 supernodes that have 78
}
