package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Hierarchical samples a hierarchical random graph [CMN08]: two nodes are joined with the
// probability of their lowest common ancestor in the tree, independently of other pairs. The first
// probability is that of the root, the first inner vertex.
func (w *Watch) Hierarchical(t *graph.Tree, p []float64, r *rand.Rand) (*graph.Graph, error) {
	n := t.Leaves()
	if err := check(n, r); err != nil {
		return nil, err
	}
	if n < 2 || len(p) != n-1 {
		return nil, fmt.Errorf("gen: %d probabilities for a tree of %d leaves: want one per inner vertex", len(p), n)
	}
	var edges []graph.Edge
	take := func(e graph.Edge) bool {
		edges = append(edges, e)
		return !w.Ended(0, 0)
	}
	w.Begin("drawing edges")
	for i, p := range p {
		if err := probability(fmt.Sprintf("p[%d]", i), p); err != nil {
			return nil, err
		}
		left, right := t.Children(int32(n + i))
		between(group{nodes: t.Below(left)}, group{nodes: t.Below(right)}, p, r, take)
	}
	return w.Graph(n, edges)
}
