package vote

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// onVotes is the attack on an edge where features say nothing, so that votes count.
var onVotes = method.Attack{
	Worlds: "60 nodes of two classes with one word for all, joined to others of their class; nodes 0 and 1, of different classes, have an edge or none", Looks: method.OnEdge().Looks,
	Settings: method.AllLearn, Runs: 4000, Look: method.OnEdge().Look,
	Make: func(rel gdp.Relation) ([2]*graph.Network, error) {
		worlds, err := method.OnEdge().Make(rel)
		if err != nil {
			return worlds, err
		}
		n := worlds[0].Graph.N()
		offsets := make([]int64, n+1)
		for u := range offsets {
			offsets[u] = int64(u)
		}
		x, err := graph.NewAttributes(1, offsets, make([]int32, n), slices.Repeat([]float32{1}, n))
		for _, w := range worlds {
			w.Attrs = x
		}
		return worlds, err
	},
}
