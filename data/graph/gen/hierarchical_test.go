package gen

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

func TestHierarchicalLaw(t *testing.T) {
	tree := must.Get(graph.NewTree([][2]int32{{6, 5}, {0, 2}, {1, 3}}))(t) // the root's are {1, 3} and {0, 2}
	r, at := source(41), [4]int{0, 1, 0, 1}
	of := func(p [3]float64) law {
		return independent(4, func(u, v int) float64 {
			if at[u] != at[v] {
				return p[0]
			}
			return p[1+at[u]]
		})
	}
	p := [3]float64{0.3, 0.8, 0.1}
	of(p).check(t, 20000, of([3]float64{0.3, 0.7, 0.1}), func() (*graph.Graph, error) { return free.Hierarchical(tree, p[:], r) })
	for _, bad := range [][]float64{nil, {0.1, 0.1}, {0.1, 0.1, 1.1}, {-0.1, 0, 0}} {
		if _, err := free.Hierarchical(tree, bad, r); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	if _, err := free.Hierarchical(tree, p[:], nil); err == nil {
		t.Error("no source is accepted")
	}
}
