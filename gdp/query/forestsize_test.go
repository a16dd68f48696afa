package query

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// An edge joins two components, or none.
func TestForestSize(t *testing.T) {
	f := family{withoutCap(ForestSize[gdp.L1]), withoutCap(ForestSize[gdp.L2]), withoutCap(ForestSize[gdp.LInf])}
	f.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: 6}, []int{5}, func(int) (bool, bool) { return true, true })
}

// It is how many edges join two trees as edges come one after the other.
func TestForestsGrow(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for i := range 40 {
		g := drawnGraph(t, 3+r.IntN(30), 2*i, r)
		tree, grown := make([]int32, g.N()), 0
		for u := range tree {
			tree[u] = int32(u)
		}
		for u, v := range g.Edges() {
			if old := tree[v]; old != tree[u] {
				grown++
				for w := range tree {
					if tree[w] == old {
						tree[w] = tree[u]
					}
				}
			}
		}
		got, err := ForestSize[gdp.L1](gdp.EdgeLevel, g.N()).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if err != nil || got[0] != float64(grown) {
			t.Errorf("graph %d: %v, %v, want %d", i, got, err, grown)
		}
	}
}
