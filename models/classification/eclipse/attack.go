package eclipse

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// byVectors attacks singular vectors, which have no noise: the entry of a node without edges is 0,
// and a node with one edge into a dense part of the graph is joined to all of that part.
var byVectors = method.Attack{
	Worlds:   "60 nodes; 29 are a cycle of class 0 and 30 a clique of class 1, with a word each; the last has no word, and an edge into the clique or none",
	Looks:    "how far the score of the last node is from 0",
	Settings: []string{"Rank=1", "CountShare=0.3", "Dropout=0", "Epochs=20", "Split.Kind=Random", "Split.Share=0.9"},
	Make: func(gdp.Relation) (worlds [2]*graph.Network, err error) {
		const n, cycle, last = 60, 29, 59
		var edges []graph.Edge
		for u := range int32(last) {
			for v := range u {
				if u < cycle && (v == u-1 || v == 0 && u == cycle-1) || v >= cycle {
					edges = append(edges, graph.Edge{U: v, V: u})
				}
			}
		}
		if worlds, err = method.Joined(n, edges, graph.Edge{U: cycle, V: last}); err != nil {
			return worlds, err
		}
		offsets, words, labels := make([]int64, n+1), make([]int32, last), make([]int32, n)
		for u := range n {
			if u >= cycle {
				labels[u] = 1
			}
			if offsets[u+1] = int64(min(u+1, last)); u < last {
				words[u] = labels[u]
			}
		}
		x, err := graph.NewAttributes(2, offsets, words, slices.Repeat([]float32{1}, last))
		for _, w := range worlds {
			w.Attrs, w.Labels, w.Classes = x, labels, []string{"0", "1"}
		}
		return worlds, err
	},
	Look: func(o method.Outcome) ([]float64, error) {
		seen, err := method.ScoresOf(59)(o)
		for i, x := range seen {
			seen[i] = math.Abs(x)
		}
		return seen, err
	},
}
