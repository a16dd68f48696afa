package dpggan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// many is the number of nodes beyond which their rows are ordered before they are decoded.
const many = 8 * block

// ordered are the decoder's outputs, in an order.
type ordered struct {
	rows    vector.Matrix
	lengths []float64
	nodes   []int32 // whose row each is
}

// inOrder returns rows as they are, or the longest first: rows of a block then have near lengths,
// and little of the bound of its scores is lost. It refuses rows of which no score can be made.
func inOrder(f vector.Matrix, longestFirst bool) (*ordered, error) {
	lengths := make([]float64, f.Rows)
	for i := range lengths {
		if lengths[i] = length(f.Row(i)); !(lengths[i] < 1e18) {
			return nil, fmt.Errorf("dpggan: the decoder's output of node %d is not a number, or too large: try a smaller Rate", i)
		}
	}
	o := &ordered{f, lengths, make([]int32, f.Rows)}
	for u := range o.nodes {
		o.nodes[u] = int32(u)
	}
	if !longestFirst {
		return o, nil
	}
	slices.SortStableFunc(o.nodes, func(u, v int32) int { return cmp.Compare(lengths[v], lengths[u]) })
	o.rows, o.lengths = vector.New(f.Rows, f.Cols), make([]float64, f.Rows)
	for i, u := range o.nodes {
		copy(o.rows.Row(i), f.Row(int(u)))
		o.lengths[i] = lengths[u]
	}
	return o, nil
}

// bound returns what no score of a block is above, as it is computed: the product of the largest
// lengths.
func (o *ordered) bound(b *blockOf) float64 {
	return slices.Max(o.lengths[b.i:b.iEnd]) * slices.Max(o.lengths[b.j:b.jEnd]) * (1 + 1e-4)
}

// edge returns the edge of two rows.
func (o *ordered) edge(i, j int) graph.Edge {
	u, v := o.nodes[i], o.nodes[j]
	return graph.Edge{U: min(u, v), V: max(u, v)}
}
